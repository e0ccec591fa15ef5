# What of CrewAI the tools of recorded cases ask for, for machines that do not have it.
