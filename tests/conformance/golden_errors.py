# golden_errors.py: maps recorded errors of CrewAI to the errors expected from Troupe
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# doc/cli.md documents the kinds of errors, and that errors name their cause as it is spelled in the document. Classes
# and wording are not compared. A row has a pattern of "CLASS: message", the accepted kinds, and the words that must
# occur.

import re

from golden_match import find_markers

# In `words`, \1 is group 1 of the pattern; a tuple means one of its members. Prefixes: \names1: all comma-separated
# names in the group; \task1: a name of the task with this description; \line1: a line number; \own1: see fill();
# \server: the server's message; \marks: all markers.
ROWS = [
    # Models and servers
    (r"Model (\S+) not found: Error code: (\d+)", "provider", [r"\1", r"\2", r"\server"]),
    (r"HumanFeedbackCollapseError.*Error code: (\d+)", "feedback provider", [r"\1", r"\server"]),
    (r"HumanFeedbackCollapseError: Could not match LLM response '([^']*)' to outcomes \[(.*)\]", "feedback",
     [r"\1", r"\names2"]),
    (r"Error code: (\d+)", "provider", [r"\1", r"\server"]),
    (r"Invalid response from LLM call - None or empty", "provider", []),
    (r"SystemExit: Context length exceeded", "provider", []),
    # Guardrails, which must come first because their messages quote others
    (r"Task failed guardrail(?: \d+)? validation after \d+ retries\. Last error: Error while validating", "guardrail", []),
    (r"Task failed guardrail(?: \d+)? validation after \d+ retries\. Last error: (.*)", "guardrail", [r"\1"]),
    (r"Task guardrail returned None as result", "guardrail", []),
    # Tools
    (r"Tool '([^']*)' failed during '[^']*': Agent '([^']*)' called", "tool", [r"\1"]),
    (r"Tool '([^']*)' failed(?: during '[^']*')?: (Tool '[^']*' has reached|)(.*)", "tool", [r"\1", r"\own3"]),
    (r"Tool '([^']*)' arguments validation failed: \d+ validation errors? for \w+ \| (\w+) \|", "tool",
     [r"\1", r"\2"]),
    (r"MCPConnectionError: .*: '([^']*)'", "mcp", [r"\1"]),
    # Response formats
    (r"validation errors? for (?:TaskOutput)", "output provider", []),
    (r"Failed to convert text into a Pydantic model", "output", []),
    (r"\d+ validation errors? for \w+ \| Invalid JSON", "output", []),
    # Python code of a crew
    (r"No BaseTool subclass found in \$PROJECT/tools/(\w+)\.py", None, [r"\1"]),
    (r"failed to import Python reference '\w+\.(\w+)'", None, [r"\1"]),
    (r"Python reference '\w+\.(\w+)' is not callable", None, [r"\1"]),
    # Loading
    (r"Crew \| The crew must end with at most one asynchronous task", None, ["async"]),
    (r"Crew \| Value error, Task '(.*)' is asynchronous and cannot include", None, ["async", r"\task1"]),
    (r"The first task cannot be a ConditionalTask", None, [("conditional", "Conditional")]),
    (r"Conditional Task: (.*), cannot be executed asynchronously", None, ["async", r"\task1"]),
    (r"Manager agent should not be included in agents list", None, [("manager_agent", "agents")]),
    (r"`manager_llm` or `manager_agent` is required", None, [("manager_llm", "manager_agent")]),
    (r"Agent is missing in the task with the following description: (.*) \[type", None, ["agent", r"\task1"]),
    (r"Agent is required to use (?:LLMGuardrail|non-programmatic guardrails)", None, ["agent", "guardrail"]),
    (r"Unknown tool '([^']*)'", None, [r"\1"]),
    (r"(?:Custom tool|Invalid custom tool name) '([^']*)'", None, [r"\1"]),
    (r"Only one output type can be set, either (\w+) or (\w+)", None, [(r"\1", r"\2")]),
    (r"for Task \| (\w+) \| Value error.*input_value='([^']*)'", None, [(r"\1", r"\2")]),
    (r"Refusing to resolve callback path '([^']*)'", None, [r"\1"]),
    (r"for (?:Crew|Task|Agent) \| (\w+) \| ", None, [r"\1"]),
    (r"invalid JSON at line (\d+), column", None, [r"\line1"]),
    (r"unterminated block comment", None, ["comment"]),
    (r"expected a JSON object", None, ["object"]),
    (r"field\(s\)(?: are not supported in JSON config)?: ([\w, ]+)$", None, [r"\names1"]),
    (r"'(agents|tasks)' must be a non-empty list", None, [r"\1"]),
    (r"Agent definition for '([^']*)' not found", None, [r"\1"]),
    (r"(?:references agent|context reference) '([^']*)'", "document", [r"\1"]),
    (r"unsupported task type '([^']*)'", None, [r"\1"]),
    (r"Python references in JSON configs must point to modules inside the project root; '([^']*)'", None, [r"\1"]),
    (r"Cannot build flow .* ref '([^']*)'", None, [r"\1"]),
    (r"validation errors? for FlowDefinition \| Value error, (?:invalid CEL expression|unknown CEL root) at ([\w.]+)", None,
     [r"\1"]),
    (r"validation errors? for FlowDefinition \| (methods\.\w+\.do)", None, [r"\1"]),
    (r"validation errors? for FlowDefinition \| (conversational\.[\w.]+) \|", None, [r"\1"]),
    (r"missing required field '(\w+)' \| .* missing required field '(\w+)'", "document", [r"\1", r"\2"]),
    (r"missing required field '(\w+)'", "document", [r"\1"]),
    (r"Invalid inputs for structured state: \d+ validation errors? for \w+ \| (\w+) \|", "schema", [r"\1"]),
    # Wrong output format, after the rows for models of documents
    (r"\d+ validation errors? for \w+ \| (\w+) \|", "output", [r"\1"]),
    # Inputs and files
    (r"Template variable '([^']*)' not found in inputs", "schema", [r"\1"]),
    (r"validation errors? for LiteAgentExecutionStartedEvent \| messages", "input", ["content"]),
    (r"agent input must render to", "document expression schema input", ["input"]),
    (r"SystemExit: 1$", "schema", []),
    (r"Directory \$PROJECT/(\S+) does not exist and create_directory is False", "file", [r"\1"]),
    (r"No such file or directory: '\$PROJECT/([^']*)'", "document file", [r"\1"]),
    (r"crew declaration path must be within the flow definition directory", "document file", []),
    # Found only when the run reaches it
    (r"execution timed out after (\d+) seconds", "limit", []),
    (r"Max Execution time must be a positive", "document limit", ["max_execution_time"]),
    (r"Method 'check_todos_available' has been called", "document limit", ["max_iter"]),
    (r"No condition function set for conditional task", "document", ["condition"]),
    (r"Manager agent should not have tools", "document", ["tools"]),
    (r"RecursionError: Method '([^']*)' has been called", "limit", [r"\1"]),
    (r"ValueError: if expression must evaluate to a boolean", "expression", ["if", ("true or false", "boolean")]),
    (r"TypeError: '(\w+)' object is (not subscriptable)", "script", [r"\1", r"\2"]),
    (r"TypeError: object (\w+) can't be used in '(\w+)' expression", "script", [r"\1", r"\2"]),
    # Conversations
    (r"(intent_llm) is required when intents are provided", "feedback document", [r"\1"]),
    (r"Flow\.handle_turn\(\) is only available on (conversational) flows", "document", [r"\1"]),
    (r"ExpressionError: failed to evaluate CEL expression", "expression", []),
    # Client libraries of other providers
    (r"^(?:ClientError|ServerError): (\d{3}) ", "provider", [r"\1", r"\marks"]),
    (r"^\w+Error: \((\d{3}|None)\) ", "provider", [r"\1", r"\marks"]),
    (r"Bedrock API error|API throttled|Internal server error:|Access denied to model|: Model \S+ not found: ",
     "provider", [r"\marks"]),
    (r"\{'type': 'error', 'error'", "provider", [r"\marks"]),
    (r"'str' object has no attribute|JSONDecodeError|Could not resolve authentication|Authentication required", None, []),
    (r"Bearer token authentication|Unable to locate credentials|Missing credentials", None, []),
    (r"unexpected keyword argument '(\w+)'|Unknown parameter in \w+: \"(\w+)\"", None, []),
    # Exceptions raised by tools
    (r"^\w+: (.*[A-Z]{4,}-\d+.*)$", "tool", [r"\1"]),
]

SERVER = re.compile(r"\{'error': \{'message': (?:'([^']*)'|\"([^\"]*)\")")


def fill(word, match, spell):
    """Returns the required words for @word of a row."""
    if isinstance(word, tuple):
        return [tuple(one for part in word for one in fill(part, match, spell))]
    form = re.fullmatch(r"\\([a-z]*)(\d*)", word)
    if form is None:
        return [word]
    kind, group = form.groups()
    text = match.group(int(group)) if group else ""
    if kind == "server":
        said = SERVER.search(match.string)
        return [one for one in said.groups() if one] if said else []
    if kind == "marks":
        return find_markers(match.string)
    if kind == "names":
        return [name.strip(" '\"") for name in text.split(",")]
    if kind == "task":
        return [tuple(spell(text))]
    if kind == "line":
        return ['"line": %s' % text]
    # Only CrewAI quotes whitespace at the ends.
    text = text.strip()
    # `own`: the group counts only if the previous group, which matches CrewAI's own wording, is empty.
    return [text] if text and not (kind == "own" and match.group(int(group) - 1)) else []


def expected_error(error, spell=lambda text: [text]):
    """Returns the accepted kinds (None: any) and the required words for a recorded error, {class, message}.
    @spell: returns the names that may be used for the task with this description
    Returns (None, None) if no row matches.
    """
    text = "%s: %s" % (error["class"], error["message"])
    for pattern, kinds, words in ROWS:
        match = re.search(pattern, text)
        if match is not None:
            return kinds.split() if kinds else None, [one for word in words for one in fill(word, match, spell)]
    return None, None
