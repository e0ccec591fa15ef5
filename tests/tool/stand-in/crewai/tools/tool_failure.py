"""Stand-in for crewai.tools.tool_failure: failures that are returned by tools."""

import enum


class ToolFailureReason(str, enum.Enum):
    TOOL_REPORTED = "tool_reported"
    USAGE_LIMIT = "usage_limit"


class ToolFailure:
    def __init__(self, message, reason=ToolFailureReason.TOOL_REPORTED):
        self.message = message
        self.reason = reason


class ToolFailureRecord:
    def __init__(self, tool_name, failure, tool_args):
        self.tool_name = tool_name
        self.failure = failure
        self.tool_args = tool_args


class ToolExecutionFailedError(Exception):
    def __init__(self, record):
        self.record = record
        super().__init__(f"Tool '{record.tool_name}' failed: {record.failure.message}")


def detect_tool_failure(result):
    return result if isinstance(result, ToolFailure) else None
