# The part of CrewAI that tools of recorded cases use, for machines without CrewAI
