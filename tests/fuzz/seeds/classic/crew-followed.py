import os
from crewai import Agent, Crew, LLM, Process, Task
from crewai.project import CrewBase, agent, before_kickoff, crew, task
from .tools import Own as Tool

NAME = f"openai/{'x' + 'y'!r:>3}" if os.getenv("A", "b") == "b" else None
TOOLS = [Tool(), *[Tool(a=1, **{"b": -1.5e-3})]]


def make(kind, *rest, level: int = 1, **more) -> "LLM":
    for one in ("a", "b"):
        TOOLS.append(one)
    with open(os.path.join(os.path.dirname(__file__), "c.yaml")) as file, other:
        return LLM(model=kind or NAME, temperature=float("0.2"), **more)


@CrewBase
class Small(Base, metaclass=Meta):
    agents_config: str = "config/agents.yaml"
    llm = make(NAME)

    def __init__(self, x=None):
        self.x, (self.y, self.z) = x or {"k": [1, 2]}, (3, 4)
        try:
            self.x["k"] += [5]
        except (KeyError, ValueError) as error:
            raise
        finally:
            pass

    @property
    def boss(self): return Agent(role="R", goal="g" "h", backstory="""b""")

    @agent
    async def writer(self) -> Agent:
        if not self.x and 1 < 2: return None
        elif (n := self.y) is not None: one = Agent(config=self.agents_config["writer"], tools=TOOLS[:-1])
        one.llm = self.llm; one.max_iter = n
        return one

    @task
    def write(self): return Task(description="d", expected_output="e", guardrail=lambda o: (True, o))

    @crew
    def crew(self) -> Crew:
        settings = dict(process=Process.hierarchical, manager_agent=self.boss)
        return Crew(agents=self.agents, tasks=[self.write()], **settings)
