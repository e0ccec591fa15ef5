# What of CrewAI the helper asks of tools, for machines that do not have it.
