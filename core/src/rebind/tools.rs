//! The tools that agents are known to have, and what each of their fields is.

use super::schema::{Described, Schema};
use crate::Shell;

/// What a field of a tool's arguments is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    /// A file or directory that is only read.
    ReadPath,
    /// A file or directory that may change.
    WritePath,
    /// A pattern of file names.
    Glob,
    /// Shell text, or the arguments of a program if it is an array.
    Command(Shell),
    Url,
    /// The whole of a file.
    Content,
    /// A part of a file: what is looked for, or what comes in its place.
    Edit,
    /// A patch of several files.
    Patch,
    /// A regular expression.
    Pattern,
    /// What another model reads: stand-ins stay.
    Prompt,
    /// What leaves for somebody else.
    ThirdParty,
    /// What the local user reads.
    Shown,
    /// Anything else that stays on this machine.
    Text,
}

use Field::{
    Content, Edit, Glob, Patch, Pattern, Prompt, ReadPath, Shown, Text, ThirdParty, Url, WritePath,
};

pub(super) const SHELL: Field = Field::Command(Shell::Posix);
pub(super) const POWER_SHELL: Field = Field::Command(Shell::PowerShell);

/// One or more tools with the same fields.
pub(crate) struct Tool {
    /// Names without a server's prefix.
    pub(crate) names: &'static [&'static str],
    /// Fields by name, at whatever depth.
    pub(crate) fields: &'static [(&'static str, Field)],
    /// Every other field that is no path, URL or command by its name.
    pub(crate) rest: Field,
}

/// The table. Claude Code, Codex, Copilot, Cursor, Gemini CLI, opencode, MCP's reference servers.
pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        names: &[
            "Read",
            "read",
            "View",
            "view",
            "read_file",
            "readFile",
            "read_many_files",
            "read_text_file",
            "read_media_file",
            "read_multiple_files",
            "get_file_info",
            "open_file",
            "cat",
            "NotebookRead",
            "copilot_readFile",
            "view_image",
        ],
        fields: &[
            ("file_path", ReadPath),
            ("filePath", ReadPath),
            ("absolute_path", ReadPath),
            ("target_file", ReadPath),
            ("notebook_path", ReadPath),
            ("path", ReadPath),
            ("paths", ReadPath),
            ("include", Glob),
            ("exclude", Glob),
        ],
        rest: Text,
    },
    Tool {
        names: &[
            "LS",
            "list",
            "ls",
            "list_dir",
            "list_directory",
            "list_directory_with_sizes",
            "directory_tree",
            "listDirectory",
            "copilot_listDirectory",
            "list_files",
        ],
        fields: &[
            ("path", ReadPath),
            ("dir_path", ReadPath),
            ("target_directory", ReadPath),
            ("relative_workspace_path", ReadPath),
            ("ignore", Glob),
        ],
        rest: Text,
    },
    Tool {
        names: &[
            "Write",
            "write",
            "write_file",
            "create_file",
            "writeFile",
            "save_file",
            "create",
            "copilot_createFile",
            "Create",
            "write_to_file",
        ],
        fields: &[
            ("file_path", WritePath),
            ("filePath", WritePath),
            ("path", WritePath),
            ("target_file", WritePath),
            ("content", Content),
            ("contents", Content),
            ("file_text", Content),
            ("text", Content),
        ],
        rest: Text,
    },
    Tool {
        names: &[
            "Edit",
            "edit",
            "MultiEdit",
            "multiedit",
            "edit_file",
            "replace",
            "str_replace",
            "str_replace_editor",
            "str_replace_based_edit_tool",
            "search_replace",
            "replace_string_in_file",
            "multi_replace_string_in_file",
            "insert_edit_into_file",
            "NotebookEdit",
            "edit_notebook_file",
            "edit_notebook",
            "replace_in_file",
            "copilot_replaceString",
            "copilot_insertEdit",
        ],
        fields: &[
            ("file_path", WritePath),
            ("filePath", WritePath),
            ("path", WritePath),
            ("target_file", WritePath),
            ("target_notebook", WritePath),
            ("notebook_path", WritePath),
            ("old_string", Edit),
            ("new_string", Edit),
            ("oldString", Edit),
            ("newString", Edit),
            ("old_str", Edit),
            ("new_str", Edit),
            ("oldText", Edit),
            ("newText", Edit),
            ("insert_text", Edit),
            ("file_text", Content),
            ("new_source", Edit),
            ("newCode", Edit),
            ("code", Edit),
            ("code_edit", Edit),
            ("content", Edit),
            ("diff", Edit),
            // For Cursor's and Copilot's small models, which apply the edit.
            ("instructions", Text),
            ("explanation", Shown),
        ],
        rest: Text,
    },
    Tool {
        names: &[
            "apply_patch",
            "applyPatch",
            "patch",
            "copilot_applyPatch",
            "ApplyPatch",
        ],
        fields: &[
            ("input", Patch),
            ("patch", Patch),
            ("patchText", Patch),
            ("diff", Patch),
            ("explanation", Shown),
        ],
        rest: Text,
    },
    Tool {
        names: &[
            "delete_file",
            "Delete",
            "delete",
            "create_directory",
            "createDirectory",
            "mkdir",
            "move_file",
            "rename_file",
        ],
        fields: &[
            ("target_file", WritePath),
            ("path", WritePath),
            ("filePath", WritePath),
            ("dirPath", WritePath),
            ("source", WritePath),
            ("destination", WritePath),
        ],
        rest: Text,
    },
    Tool {
        names: &[
            "Bash",
            "bash",
            "shell",
            "run_shell_command",
            "run_terminal_cmd",
            "run_in_terminal",
            "exec_command",
            "local_shell",
            "local_shell_call",
            "execute_command",
            "terminal",
            "container.exec",
            "run_command",
            "Shell",
            "copilot_runInTerminal",
            "execute_bash",
            "runInTerminal",
            "shell_command",
        ],
        fields: &[
            ("command", SHELL),
            ("cmd", SHELL),
            ("script", SHELL),
            ("workdir", ReadPath),
            ("directory", ReadPath),
            ("dir_path", ReadPath),
            ("cwd", ReadPath),
            ("description", Shown),
            ("explanation", Shown),
            ("justification", Shown),
            ("goal", Shown),
        ],
        rest: Text,
    },
    Tool {
        names: &["write_stdin", "send_to_terminal", "BashInput"],
        fields: &[("chars", SHELL), ("input", SHELL), ("command", SHELL)],
        rest: Text,
    },
    Tool {
        names: &["PowerShell", "powershell", "pwsh"],
        fields: &[
            ("command", POWER_SHELL),
            ("script", POWER_SHELL),
            ("description", Shown),
            ("cwd", ReadPath),
        ],
        rest: Text,
    },
    Tool {
        names: &[
            "Grep",
            "grep",
            "grep_search",
            "search_file_content",
            "ripgrep",
            "findTextInFiles",
            "copilot_findTextInFiles",
            "search_files",
            "rg",
        ],
        fields: &[
            ("pattern", Pattern),
            ("query", Pattern),
            ("regex", Pattern),
            ("path", ReadPath),
            ("dir_path", ReadPath),
            ("glob", Glob),
            ("include", Glob),
            ("include_pattern", Glob),
            ("includePattern", Glob),
            ("exclude_pattern", Glob),
            ("excludePatterns", Glob),
            ("file_pattern", Glob),
            ("explanation", Shown),
        ],
        rest: Text,
    },
    Tool {
        names: &[
            "Glob",
            "glob",
            "file_search",
            "glob_file_search",
            "findFiles",
            "copilot_findFiles",
            "find_files",
        ],
        fields: &[
            ("pattern", Glob),
            ("glob_pattern", Glob),
            ("query", Glob),
            ("path", ReadPath),
            ("dir_path", ReadPath),
            ("target_directory", ReadPath),
            ("explanation", Shown),
        ],
        rest: Text,
    },
    Tool {
        names: &[
            "WebFetch",
            "webfetch",
            "web_fetch",
            "fetch",
            "fetch_webpage",
            "fetchWebPage",
            "copilot_fetchWebPage",
            "read_url",
            "open_simple_browser",
        ],
        fields: &[
            ("url", Url),
            ("urls", Url),
            ("uri", Url),
            ("prompt", Prompt),
            ("query", Prompt),
        ],
        rest: Text,
    },
    Tool {
        names: &[
            "WebSearch",
            "web_search",
            "websearch",
            "google_web_search",
            "search_web",
            "codesearch",
            "github_repo",
            "brave_web_search",
        ],
        fields: &[
            ("query", ThirdParty),
            ("search_term", ThirdParty),
            ("explanation", Shown),
        ],
        rest: ThirdParty,
    },
    Tool {
        names: &[
            "Task",
            "task",
            "Agent",
            "runSubagent",
            "spawn_agent",
            "delegate",
            "run_subagent",
            "send_input",
            "SendMessage",
        ],
        fields: &[
            ("prompt", Prompt),
            ("description", Prompt),
            ("message", Prompt),
            ("task", Prompt),
        ],
        rest: Prompt,
    },
    Tool {
        names: &[
            "TodoWrite",
            "todowrite",
            "todo_write",
            "write_todos",
            "manage_todo_list",
            "update_plan",
            "ExitPlanMode",
            "AskUserQuestion",
            "ask_user",
            "todo",
            "question",
        ],
        fields: &[],
        rest: Shown,
    },
    Tool {
        names: &["save_memory", "update_memory", "memory"],
        fields: &[],
        rest: Prompt,
    },
    Tool {
        names: &[
            "create_issue",
            "add_issue_comment",
            "create_pull_request",
            "create_comment",
            "post_message",
            "send_message",
            "slack_post_message",
            "send_email",
            "create_page",
            "create_gist",
            "send_mail",
            "comment",
        ],
        fields: &[],
        rest: ThirdParty,
    },
];

/// What a name of a field says where the table says nothing.
const BY_NAME: &[(&str, Field)] = &[
    ("path", WritePath),
    ("paths", WritePath),
    ("file", WritePath),
    ("files", WritePath),
    ("filename", WritePath),
    ("dir", WritePath),
    ("directory", WritePath),
    ("folder", WritePath),
    ("cwd", WritePath),
    ("workdir", WritePath),
    ("root", WritePath),
    ("destination", WritePath),
    ("url", Url),
    ("urls", Url),
    ("uri", Url),
    ("href", Url),
    ("endpoint", Url),
    ("command", SHELL),
    ("cmd", SHELL),
    ("script", SHELL),
];

/// Words in a tool's name that say it talks to somebody else.
const REMOTE: &[&str] = &[
    "slack",
    "github",
    "gitlab",
    "jira",
    "linear",
    "notion",
    "discord",
    "mail",
    "confluence",
    "asana",
    "zendesk",
    "hubspot",
    "search_web",
    "web_search",
    "tweet",
    "twitter",
    "telegram",
    "teams",
    "upload",
    "publish",
    "post_",
    "send_",
];

/// The row of a tool, by its name without a server's prefix; `None` for a tool that is not known.
pub(crate) fn find(name: &str) -> Option<&'static Tool> {
    let known = |name: &str| TOOLS.iter().find(|tool| tool.names.contains(&name));
    let last = |separator: &str| name.rsplit_once(separator).map_or(name, |(_, last)| last);
    known(name).or_else(|| {
        // `mcp__slack__list` is no file tool because of its last word.
        if is_remote(name) {
            return None;
        }
        known(last("__"))
            .or_else(|| known(last(".")))
            .or_else(|| known(last("/")))
            .or_else(|| known(last(":")))
    })
}

pub(super) fn is_remote(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    REMOTE.iter().any(|word| lower.contains(word)) || words(name).any(sends)
}

/// `mcp__x__sendNote` in its words: `mcp`, `x`, `send`, `Note`.
fn words(name: &str) -> impl Iterator<Item = &str> {
    let parts = name.split(|c: char| !c.is_ascii_alphanumeric());
    parts.flat_map(|part| {
        let bytes = part.as_bytes();
        let inner =
            move |at: &usize| bytes[at - 1].is_ascii_lowercase() && bytes[*at].is_ascii_uppercase();
        let ends = (1..part.len()).filter(inner).chain([part.len()]);
        ends.scan(0, |start, end| part.get(std::mem::replace(start, end)..end))
    })
}

/// Verbs and things of tools that talk to somebody else.
fn sends(word: &str) -> bool {
    let known = [
        "send",
        "post",
        "share",
        "notify",
        "reply",
        "email",
        "sms",
        "webhook",
        "broadcast",
        "comment",
        "deliver",
        "dispatch",
        "dm",
        "ticket",
    ];
    known.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Whether a field says to whom the others of its call go. `to` alone does not: files are moved to a place as well.
pub(super) fn is_address(key: &str) -> bool {
    let known = [
        "recipient",
        "recipients",
        "toemail",
        "toaddress",
        "bcc",
        "channel",
        "channelid",
        "channelname",
        "chatid",
        "roomid",
        "webhook",
        "webhookurl",
        "phonenumber",
    ];
    let plain = || key.bytes().filter(|byte| !matches!(byte, b'_' | b'-'));
    known.iter().any(|known| {
        plain()
            .map(|byte| byte.to_ascii_lowercase())
            .eq(known.bytes())
    })
}

/// What the fields of one tool are.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'t> {
    tool: Option<&'static Tool>,
    /// What a host said about a tool that is not in the table.
    schema: Option<&'t Schema>,
    remote: bool,
}

impl<'t> Fields<'t> {
    /// The row of the table, or else what was said about the tool.
    pub(crate) fn of(name: &str, described: &'t Described) -> Self {
        let tool = find(name);
        Self {
            tool,
            schema: described.find(name).filter(|_| tool.is_none()),
            remote: tool.is_none() && is_remote(name),
        }
    }

    /// Whether the tool is in the table.
    pub(crate) fn are_known(self) -> bool {
        self.tool.is_some()
    }

    /// What the field `key` is.
    pub(crate) fn field(self, key: &str) -> Field {
        let said = self.schema.and_then(|schema| schema.field(key));
        said.unwrap_or_else(|| field(self.tool, self.remote, key))
    }
}

fn field(tool: Option<&Tool>, remote: bool, key: &str) -> Field {
    let listed = tool.and_then(|tool| tool.fields.iter().find(|(field, _)| *field == key));
    if let Some((_, field)) = listed {
        return *field;
    }
    let rest = match tool {
        Some(tool) => tool.rest,
        None if remote => ThirdParty,
        None => Text,
    };
    if matches!(rest, Prompt | Shown) {
        rest
    } else {
        by_name(key).unwrap_or(rest)
    }
}

/// `filePath`, `output_dir`, `base-url`: the last word decides.
pub(super) fn by_name(key: &str) -> Option<Field> {
    let camel = || {
        key.char_indices()
            .rev()
            .find(|(at, c)| c.is_ascii_uppercase() && *at > 0)
    };
    let last = match key.rsplit_once(['_', '-', '.']) {
        Some((_, last)) => last,
        None => camel().map_or(key, |(at, _)| &key[at..]),
    };
    let is = |name: &str| {
        last.eq_ignore_ascii_case(name)
            || key.eq_ignore_ascii_case(name)
            || key.to_ascii_lowercase().ends_with("filepath") && name == "path"
    };
    BY_NAME
        .iter()
        .find(|(name, _)| is(name))
        .map(|(_, field)| *field)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, key: &str) -> Field {
        Fields::of(name, &Described::default()).field(key)
    }

    #[test]
    fn names_stand_once() {
        let mut names: Vec<&str> = TOOLS.iter().flat_map(|tool| tool.names).copied().collect();
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn prefixes_of_servers_are_left_out() {
        for name in [
            "Read",
            "mcp__filesystem__read_file",
            "functions.read_file",
            "fs/read_file",
        ] {
            assert_eq!(of(name, "path"), ReadPath, "{name}");
        }
        for name in [
            "mcp__slack__read",
            "mcp__x__send",
            "mcp__x__sendNote",
            "x.post",
            "NotifyTeam",
        ] {
            assert_eq!(of(name, "text"), ThirdParty, "{name}");
        }
        for name in [
            "mcp__postgres__query",
            "sender",
            "mcp__x__resend",
            "postpone",
            "é__a",
        ] {
            assert_eq!(of(name, "text"), Text, "{name}");
        }
    }

    #[test]
    fn unknown_tools_are_judged_by_the_names_of_their_fields() {
        for (key, want) in [
            ("outputDir", WritePath),
            ("output_path", WritePath),
            ("baseUrl", Url),
            ("FILE_PATH", WritePath),
            ("filepath", WritePath),
            ("command", SHELL),
            ("name", Text),
        ] {
            assert_eq!(of("frobnicate", key), want, "{key}");
        }
    }
}
