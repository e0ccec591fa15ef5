/* fault-apis.h: valid answers of each API, from which the tests derive server faults
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  FAULT_FRAMING_SSE,
  FAULT_FRAMING_LINES,
  FAULT_FRAMING_AWS,
} FaultFraming;

/**
 * FaultApi:
 * @title: name of the service in messages
 * @name: name of the model in messages
 * @path: path that is appended to the server's address in the environment variable
 * @whole: JSON of an answer with the text “Hello there”
 * @said: events [name, payload] of a stream of that answer, without its end
 * @end: the events that end the stream
 * @error: an event that reports an overloaded server
 * @calls: (nullable): events of two tool calls with interleaved parts
 *
 * The JSON is written with ' for ".
 */
typedef struct
{
  const char *api;
  const char *model;
  const char *title;
  const char *name;
  const char *settings;
  const char *url_variable;
  const char *path;
  FaultFraming framing;
  const char *whole;
  const char *said;
  const char *end;
  const char *error;
  const char *calls;
} FaultApi;

#define CHAT_WHOLE                                                                                 \
  "{'model':'m','choices':[{'index':0,'message':{'role':'assistant','content':'Hello "             \
  "there'},'finish_reason':'stop'}],'usage':{'prompt_tokens':5,'completion_tokens':2,"             \
  "'total_tokens':7}}"
#define CHAT_SAID                                                                                  \
  "[null,{'choices':[{'index':0,'delta':{'role':'assistant','content':'Hello '}}]}],"              \
  "[null,{'choices':[{'index':0,'delta':{'content':'there'}}]}]"
#define CHAT_END                                                                                   \
  "[null,{'choices':[{'index':0,'delta':{},'finish_reason':'stop'}]}],[null,{'choices':[],"        \
  "'usage':{'prompt_tokens':5,'completion_tokens':2,'total_tokens':7}}],[null,'[DONE]']"
#define CHAT_ERROR "[null,{'error':{'code':503,'message':'overloaded'}}]"
#define CHAT_CALL(index, fields)                                                                   \
  "[null,{'choices':[{'index':0,'delta':{'tool_calls':[{'index':" index "," fields "}]}}]}]"
#define CHAT_CALLS                                                                                                                                                       \
  CHAT_CALL ("1", "'id':'b','type':'function','function':{'name':'g','arguments':''}")                                                                                   \
  "," CHAT_CALL ("0", "'id':'a','type':'function','function':{'name':'f','arguments':''}") "," CHAT_CALL ("1", "'function':{'arguments':'{\\\"y\\\":'}") "," CHAT_CALL ( \
      "0",                                                                                                                                                               \
      "'function':{'arguments':'{"                                                                                                                                       \
      "\\\"x\\\":1'}") "," CHAT_CALL ("1", "'"                                                                                                                           \
                                           "f"                                                                                                                           \
                                           "u"                                                                                                                           \
                                           "n"                                                                                                                           \
                                           "c"                                                                                                                           \
                                           "t"                                                                                                                           \
                                           "i"                                                                                                                           \
                                           "o"                                                                                                                           \
                                           "n"                                                                                                                           \
                                           "'"                                                                                                                           \
                                           ":"                                                                                                                           \
                                           "{"                                                                                                                           \
                                           "'"                                                                                                                           \
                                           "a"                                                                                                                           \
                                           "r"                                                                                                                           \
                                           "g"                                                                                                                           \
                                           "u"                                                                                                                           \
                                           "m"                                                                                                                           \
                                           "e"                                                                                                                           \
                                           "n"                                                                                                                           \
                                           "t"                                                                                                                           \
                                           "s"                                                                                                                           \
                                           "'"                                                                                                                           \
                                           ":"                                                                                                                           \
                                           "'"                                                                                                                           \
                                           "2"                                                                                                                           \
                                           "}"                                                                                                                           \
                                           "'"                                                                                                                           \
                                           "}") "," CHAT_CALL ("0", "'function':{'arguments':'}'"                                                                        \
                                                                    "}") ","                                                                                             \
                                                                         "[null,{'choices':[{'"                                                                          \
                                                                         "index':0,'delta':{},'"                                                                         \
                                                                         "finish_reason':'tool_"                                                                         \
                                                                         "calls'}]}],[null,'["                                                                           \
                                                                         "DONE]']"

#define RESPONSES_WHOLE                                                                            \
  "{'status':'completed','error':null,'model':'m','output':[{'type':'message','content':[{'type'"  \
  ":'output_text','text':'Hello there'}]}],'usage':{'input_tokens':5,'output_tokens':2,"           \
  "'total_tokens':7}}"
#define RESPONSES_EVENT(type, more) "['" type "',{'type':'" type "'" more "}]"
#define RESPONSES_ARGUMENTS(index, text)                                                           \
  RESPONSES_EVENT ("response.function_call_arguments.delta",                                       \
                   ",'output_index':" index ",'delta':'" text "'")
#define RESPONSES_ADDED(index, id, name)                                                           \
  RESPONSES_EVENT ("response.output_item.added",                                                   \
                   ",'output_index':" index ",'item':{'type':'function_call','call_id':'" id       \
                   "','name':'" name "','arguments':''}")

#define CLAUDE(type, more) "['" type "',{'type':'" type "'" more "}]"
#define CLAUDE_CALL(index, id, name)                                                               \
  CLAUDE ("content_block_start", ",'index':" index ",'content_block':{'type':'tool_use','id':'" id \
                                 "','name':'" name "','input':{}}")
#define CLAUDE_INPUT(index, text)                                                                  \
  CLAUDE ("content_block_delta",                                                                   \
          ",'index':" index ",'delta':{'type':'input_json_delta','partial_json':'" text "'}")
#define CLAUDE_BEGIN                                                                               \
  CLAUDE ("message_start",                                                                         \
          ",'message':{'model':'m','content':[],'usage':{'input_tokens':5,'output_tokens':1}}")

#define GEMINI_PIECE(parts, more)                                                                  \
  "{'candidates':[{'content':{'role':'model','parts':[" parts "]}" more ",'index':0}],"            \
  "'usageMetadata':{'promptTokenCount':5,'candidatesTokenCount':2,'totalTokenCount':7}}"

#define AWS_CALL(index, id, name)                                                                  \
  "['contentBlockStart',{'contentBlockIndex':" index ",'start':{'toolUse':{'toolUseId':'" id       \
  "','name':'" name "'}}}]"
#define AWS_INPUT(index, text)                                                                     \
  "['contentBlockDelta',{'contentBlockIndex':" index ",'delta':{'toolUse':{'input':'" text "'}}}]"
#define AWS_USAGE "{'inputTokens':5,'outputTokens':2,'totalTokens':7}"

static const FaultApi fault_apis[] = {
  {
      .api = "chat",
      .model = "openai/gpt-x",
      .title = "OpenAI",
      .name = "gpt-x",
      .url_variable = "OPENAI_BASE_URL",
      .path = "/v1",
      .whole = CHAT_WHOLE,
      .said = CHAT_SAID,
      .end = CHAT_END,
      .error = CHAT_ERROR,
      .calls = CHAT_CALLS,
  },
  {
      .api = "responses",
      .model = "openai/gpt-x",
      .title = "OpenAI",
      .name = "gpt-x",
      .settings = "'api':'responses',",
      .url_variable = "OPENAI_BASE_URL",
      .path = "/v1",
      .whole = RESPONSES_WHOLE,
      .said = RESPONSES_EVENT (
          "response.output_text.delta",
          ",'output_index':0,'delta':'Hello '") "," RESPONSES_EVENT ("response.output_text.delta",
                                                                     ",'output_index':0,'delta':'"
                                                                     "there'"),
      .end = RESPONSES_EVENT ("response.completed", ",'response':" RESPONSES_WHOLE),
      .error = RESPONSES_EVENT ("error", ",'code':'server_error','message':'overloaded'"),
      .calls =
          RESPONSES_ADDED ("1", "b", "g") "," RESPONSES_ADDED ("0", "a", "f") "," RESPONSES_ARGUMENTS ("1", "{\\\"y\\\":") "," RESPONSES_ARGUMENTS (
              "0",
              "{\\\"x\\\":1") "," RESPONSES_ARGUMENTS ("1",
                                                       "2}") "," RESPONSES_ARGUMENTS ("0",
                                                                                      "}") "," RESPONSES_EVENT ("response.completed",
                                                                                                                ",'response':{'status':'completed','model':'m','output':[]}"),
  },
  {
      .api = "anthropic",
      .model = "anthropic/claude-x",
      .title = "Anthropic",
      .name = "claude-x",
      .url_variable = "ANTHROPIC_BASE_URL",
      .path = "",
      .whole = "{'type':'message','model':'m','content':[{'type':'text','text':'Hello there'}],"
               "'stop_reason':'end_turn','usage':{'input_tokens':5,'output_tokens':2}}",
      .said = CLAUDE_BEGIN
      "," CLAUDE ("content_block_start", ",'index':0,'content_block':{'type':'text','text':''}") "," CLAUDE (
          "content_block_delta",
          ",'index':0,'delta':{'type':'text_delta','text':'Hello '}") "," CLAUDE ("content_block_"
                                                                                  "delta",
                                                                                  ",'index':0,'"
                                                                                  "delta':{'type':'"
                                                                                  "text_delta','"
                                                                                  "text':'there'}"),
      .end = CLAUDE (
          "message_delta",
          ",'delta':{'stop_reason':'end_turn'},'usage':{'output_tokens':2}") "," CLAUDE ("message_"
                                                                                         "stop",
                                                                                         ""),
      .error = CLAUDE ("error", ",'error':{'type':'overloaded_error','message':'overloaded'}"),
      .calls = CLAUDE_BEGIN
      "," CLAUDE_CALL ("0", "a", "f") "," CLAUDE_CALL ("1", "b", "g") "," CLAUDE_INPUT ("1", "{\\\"y\\\":") "," CLAUDE_INPUT ("0", "{\\\"x\\\":1") "," CLAUDE_INPUT (
          "1",
          "2}") "," CLAUDE_INPUT ("0",
                                  "}") "," CLAUDE ("content_block_stop",
                                                   ",'index':1") "," CLAUDE ("content_block_stop",
                                                                             ",'index':0") "," CLAUDE ("message_delta",
                                                                                                       ",'delta':{'stop_"
                                                                                                       "reason':'tool_use'"
                                                                                                       "}") "," CLAUDE ("me"
                                                                                                                        "ss"
                                                                                                                        "ag"
                                                                                                                        "e_"
                                                                                                                        "st"
                                                                                                                        "o"
                                                                                                                        "p",
                                                                                                                        ""),
  },
  {
      .api = "gemini",
      .model = "gemini/gemini-x",
      .title = "Gemini",
      .name = "gemini-x",
      .url_variable = "GOOGLE_GEMINI_BASE_URL",
      .path = "",
      .whole = GEMINI_PIECE ("{'text':'Hello there'}", ",'finishReason':'STOP'"),
      .said = "[null," GEMINI_PIECE ("{'text':'Hello '}",
                                     "") "],[null," GEMINI_PIECE ("{'text':'there'}", "") "]",
      .end = "[null," GEMINI_PIECE ("", ",'finishReason':'STOP'") "]",
      .error = "[null,{'error':{'code':503,'message':'overloaded','status':'UNAVAILABLE'}}]",
  },
  {
      .api = "azure",
      .model = "azure/dep",
      .title = "Azure",
      .name = "dep",
      .url_variable = "AZURE_ENDPOINT",
      .path = "",
      .whole = CHAT_WHOLE,
      .said = CHAT_SAID,
      .end = CHAT_END,
      .error = CHAT_ERROR,
      .calls = CHAT_CALLS,
  },
  {
      .api = "bedrock",
      .model = "bedrock/anthropic.claude-x",
      .title = "Bedrock",
      .name = "anthropic.claude-x",
      .url_variable = "AWS_ENDPOINT_URL_BEDROCK_RUNTIME",
      .path = "",
      .framing = FAULT_FRAMING_AWS,
      .whole = "{'output':{'message':{'role':'assistant','content':[{'text':'Hello there'}]}},"
               "'stopReason':'end_turn','usage':" AWS_USAGE "}",
      .said = "['messageStart',{'role':'assistant'}],['contentBlockDelta',{'contentBlockIndex':0,"
              "'delta':{'text':'Hello '}}],['contentBlockDelta',{'contentBlockIndex':0,'delta':{"
              "'text':'there'}}]",
      .end = "['messageStop',{'stopReason':'end_turn'}],['metadata',{'usage':" AWS_USAGE "}]",
      .error = "['!serviceUnavailableException',{'message':'overloaded'}]",
      .calls = "['messageStart',{'role':'assistant'}]," AWS_CALL ("0", "a", "f") "," AWS_CALL ("1", "b", "g") "," AWS_INPUT (
          "1",
          "{\\\"y\\\":") "," AWS_INPUT ("0",
                                        "{\\\"x\\\":1") "," AWS_INPUT ("1",
                                                                       "2}") "," AWS_INPUT ("0",
                                                                                            "}") ","
                                                                                                 "["
                                                                                                 "'"
                                                                                                 "m"
                                                                                                 "e"
                                                                                                 "s"
                                                                                                 "s"
                                                                                                 "a"
                                                                                                 "g"
                                                                                                 "e"
                                                                                                 "S"
                                                                                                 "t"
                                                                                                 "o"
                                                                                                 "p"
                                                                                                 "'"
                                                                                                 ","
                                                                                                 "{"
                                                                                                 "'"
                                                                                                 "s"
                                                                                                 "t"
                                                                                                 "o"
                                                                                                 "p"
                                                                                                 "R"
                                                                                                 "e"
                                                                                                 "a"
                                                                                                 "s"
                                                                                                 "o"
                                                                                                 "n"
                                                                                                 "'"
                                                                                                 ":"
                                                                                                 "'"
                                                                                                 "t"
                                                                                                 "o"
                                                                                                 "o"
                                                                                                 "l"
                                                                                                 "_"
                                                                                                 "u"
                                                                                                 "s"
                                                                                                 "e"
                                                                                                 "'"
                                                                                                 "}"
                                                                                                 "]"
                                                                                                 ","
                                                                                                 "["
                                                                                                 "'"
                                                                                                 "m"
                                                                                                 "e"
                                                                                                 "t"
                                                                                                 "a"
                                                                                                 "d"
                                                                                                 "a"
                                                                                                 "t"
                                                                                                 "a"
                                                                                                 "'"
                                                                                                 ","
                                                                                                 "{"
                                                                                                 "'"
                                                                                                 "u"
                                                                                                 "s"
                                                                                                 "a"
                                                                                                 "g"
                                                                                                 "e"
                                                                                                 "'"
                                                                                                 ":" AWS_USAGE
                                                                                                 "}"
                                                                                                 "]",
  },
  {
      .api = "ollama",
      .model = "ollama/llama-x",
      .title = "Ollama",
      .name = "llama-x",
      .url_variable = "OLLAMA_HOST",
      .path = "",
      .whole = CHAT_WHOLE,
      .said = CHAT_SAID,
      .end = CHAT_END,
      .error = CHAT_ERROR,
      .calls = CHAT_CALLS,
  },
  {
      .api = "ollama-own",
      .model = "ollama/llama-x",
      .title = "Ollama",
      .name = "llama-x",
      .settings = "'num_ctx':8192,",
      .url_variable = "OLLAMA_HOST",
      .path = "",
      .framing = FAULT_FRAMING_LINES,
      .whole = "{'model':'m','message':{'role':'assistant','content':'Hello there'},'done':true,"
               "'done_reason':'stop','prompt_eval_count':5,'eval_count':2}",
      .said = "[null,{'model':'m','message':{'content':'Hello '},'done':false}],"
              "[null,{'model':'m','message':{'content':'there'},'done':false}]",
      .end = "[null,{'model':'m','message':{'content':''},'done':true,'done_reason':'stop',"
             "'prompt_eval_count':5,'eval_count':2}]",
      .error = "[null,{'error':'overloaded'}]",
  },
};

G_END_DECLS
