# The part of CrewAI that the Python helper uses for tools, for machines without CrewAI
