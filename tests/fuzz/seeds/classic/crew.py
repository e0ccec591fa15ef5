from crewai import Agent, Crew, Process, Task, LLM
from crewai.project import CrewBase, agent, crew, task
from crewai_tools import SerperDevTool as Search

search = Search()


@CrewBase
class News():
    """A crew."""

    agents_config = 'config/agents.yaml'

    @agent
    def researcher(self) -> Agent:
        return Agent(
            config=self.agents_config['researcher'],  # type: ignore
            tools=[search, Search(n=3)],
            llm=LLM(model="openai/gpt-4o", temperature=0.2),
            max_iter=1_0, verbose=not False, settings={'a': [1, -2.5, None], "b": r'\d'},
        )

    @task
    def research_task(self) -> Task:
        made = Task(config=self.tasks_config['research_task'], context=[self.other()], guardrail=lambda x: (True, x))
        return made

    @crew
    async def crew(self) -> Crew:
        return Crew(agents=self.agents, tasks=[self.research_task()], process=Process.sequential, name=f"{x}")
