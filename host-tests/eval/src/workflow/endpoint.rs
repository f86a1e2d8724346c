//! A driver that asks any OpenAI-compatible endpoint.
//!
//! Only sanitized turns are sent. Answers are cached by request, so that a run can be repeated without the endpoint.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{Call, Driver, Goal};
use crate::Failure;

/// How to reach a model.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The base, up to and without `/chat/completions`.
    pub url: String,
    /// The model's name.
    pub model: String,
    /// Sent as a bearer token.
    pub key: Option<String>,
    /// Where answers are kept.
    pub cache: Option<PathBuf>,
    /// How often a failed request or an unreadable answer is tried again.
    pub retries: u32,
    /// Least time between two requests.
    pub pause: Duration,
    /// First waiting time after a failure; it doubles each time, up to 30 s.
    pub backoff: Duration,
    /// Longest time for one request.
    pub timeout: Duration,
}

impl Settings {
    /// Patient settings for `model` at `url`.
    pub fn new(url: &str, model: &str) -> Self {
        Self {
            url: url.trim_end_matches('/').to_owned(),
            model: model.to_owned(),
            key: None,
            cache: None,
            retries: 5,
            pause: Duration::ZERO,
            backoff: Duration::from_millis(500),
            timeout: Duration::from_secs(120),
        }
    }
}

/// The driver.
pub struct Endpoint {
    settings: Settings,
    agent: ureq::Agent,
    last: Option<Instant>,
    latency: Option<f64>,
    /// Why requests were tried again or given up, without their text.
    pub faults: Vec<String>,
}

const SYSTEM: &str = "You are a coding agent. You see a transcript of tool output and a goal. Answer with exactly one \
JSON object and nothing else: {\"tool\": \"Read\" | \"Write\" | \"Bash\", \"args\": {...}}. Read takes file_path; Write \
takes file_path and content; Bash takes command. Bracketed names such as [REPO_ROOT_1] and values in the transcript are \
real handles: copy them exactly as they stand and never invent one.";

/// A failure that another try may cure, with the time the server asks for.
enum Trouble {
    Again(String, Option<Duration>),
    Final(String),
}

impl Endpoint {
    /// A driver with those settings.
    pub fn new(settings: Settings) -> Self {
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(settings.timeout))
            .http_status_as_error(false)
            .build();
        Self {
            settings,
            agent: config.into(),
            last: None,
            latency: None,
            faults: Vec::new(),
        }
    }

    fn ask(&mut self, body: &str) -> Result<Call, Failure> {
        let mut wait = self.settings.backoff;
        for attempt in 0..=self.settings.retries {
            let trouble = match self.once(body) {
                Ok(call) => return Ok(call),
                Err(trouble) => trouble,
            };
            match trouble {
                Trouble::Final(why) => return Err(Failure::new("error", why)),
                Trouble::Again(why, asked) => {
                    self.faults.push(why);
                    if attempt < self.settings.retries {
                        std::thread::sleep(asked.unwrap_or(wait).min(Duration::from_secs(30)));
                    }
                }
            }
            wait = (wait * 2).min(Duration::from_secs(30));
        }
        Err(Failure::new("error", "the endpoint gave no usable answer"))
    }

    fn once(&mut self, body: &str) -> Result<Call, Trouble> {
        if let Some(last) = self.last {
            std::thread::sleep(self.settings.pause.saturating_sub(last.elapsed()));
        }
        self.last = Some(Instant::now());
        let url = format!("{}/chat/completions", self.settings.url);
        let mut request = self
            .agent
            .post(&url)
            .header("Content-Type", "application/json");
        if let Some(key) = &self.settings.key {
            request = request.header("Authorization", format!("Bearer {key}"));
        }
        let again = |error: ureq::Error| Trouble::Again(error.to_string(), None);
        let mut response = request.send(body).map_err(again)?;
        let status = response.status().as_u16();
        let asked = response.headers().get("retry-after");
        let asked = asked
            .and_then(|value| value.to_str().ok()?.parse().ok())
            .map(Duration::from_secs);
        let text = response.body_mut().read_to_string().map_err(again)?;
        match status {
            200 => call_in(&text)
                .ok_or_else(|| Trouble::Again("an answer without a call".to_owned(), None)),
            408 | 429 | 500..=599 => Err(Trouble::Again(format!("status {status}"), asked)),
            _ => Err(Trouble::Final(format!(
                "status {status}; check --endpoint, --model and the key"
            ))),
        }
    }

    fn cached(&self, body: &str) -> Option<PathBuf> {
        let name = format!("{:016x}{:016x}.json", hash(body, 1), hash(body, 2));
        Some(self.settings.cache.as_ref()?.join(name))
    }
}

fn hash(text: &str, seed: u64) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325 ^ seed, step)
}

impl Driver for Endpoint {
    fn answer(&mut self, seen: &[String], goal: &Goal) -> Option<Call> {
        let user = format!(
            "Transcript:\n{}\n\nGoal: {} Use {}.",
            seen.join("\n"),
            goal.sentence,
            goal.tool
        );
        let body = json!({
            "model": self.settings.model,
            "temperature": 0,
            "messages": [{ "role": "system", "content": SYSTEM }, { "role": "user", "content": user }],
        });
        let body = body.to_string();
        let file = self.cached(&body);
        self.latency = None;
        if let Some(kept) = file
            .as_ref()
            .and_then(|file| std::fs::read_to_string(file).ok())
        {
            let kept: Value = serde_json::from_str(&kept).ok()?;
            self.latency = kept["seconds"].as_f64();
            return Some(Call {
                tool: kept["tool"].as_str()?.to_owned(),
                args: kept["args"].as_str()?.to_owned(),
            });
        }
        let start = Instant::now();
        let call = match self.ask(&body) {
            Ok(call) => call,
            Err(failure) => {
                self.faults.push(failure.message);
                return None;
            }
        };
        let seconds = start.elapsed().as_secs_f64();
        self.latency = Some(seconds);
        if let Some(file) = file {
            let kept = json!({ "tool": call.tool, "args": call.args, "seconds": seconds });
            if let Some(folder) = file.parent() {
                let _ = std::fs::create_dir_all(folder);
            }
            // A cache that cannot be written costs time, not results.
            let _ = std::fs::write(file, kept.to_string());
        }
        Some(call)
    }

    fn latency(&self) -> Option<f64> {
        self.latency
    }
}

/// The call in an answer of the endpoint: the first JSON object with a tool, fenced or not.
fn call_in(answer: &str) -> Option<Call> {
    let answer: Value = serde_json::from_str(answer).ok()?;
    let content = answer["choices"][0]["message"]["content"].as_str()?;
    let starts = content.match_indices('{').map(|(at, _)| at);
    for start in starts {
        let mut values = serde_json::Deserializer::from_str(&content[start..]).into_iter::<Value>();
        let Some(Ok(value)) = values.next() else {
            continue;
        };
        if let (Some(tool), Some(args)) = (value["tool"].as_str(), value["args"].as_object()) {
            let args = Value::Object(args.clone()).to_string();
            return Some(Call {
                tool: tool.to_owned(),
                args,
            });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::TcpListener;

    use super::*;

    /// A server that gives these answers in turn, a connection each; an empty one is a hang-up.
    fn server(answers: Vec<String>) -> (String, std::thread::JoinHandle<usize>) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("bind");
        let url = format!("http://{}/v1", listener.local_addr().expect("address"));
        let serve = move || {
            let mut served = 0;
            for answer in answers {
                let (mut stream, _) = listener.accept().expect("accept");
                let mut request = Vec::new();
                let mut buffer = [0; 4096];
                while !is_whole(&request) {
                    match stream.read(&mut buffer) {
                        Ok(0) | Err(_) => break,
                        Ok(read) => request.extend_from_slice(&buffer[..read]),
                    }
                }
                stream.write_all(answer.as_bytes()).expect("write");
                served += 1;
            }
            served
        };
        (url, std::thread::spawn(serve))
    }

    fn is_whole(request: &[u8]) -> bool {
        let text = String::from_utf8_lossy(request);
        let Some((head, body)) = text.split_once("\r\n\r\n") else {
            return false;
        };
        let mut lines = head.lines();
        let length = lines.find_map(|line| {
            line.to_lowercase()
                .strip_prefix("content-length: ")?
                .parse()
                .ok()
        });
        body.len() >= length.unwrap_or(0)
    }

    fn http(status: &str, head: &str, body: &str) -> String {
        format!(
            "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n{head}\r\n{body}",
            body.len()
        )
    }

    fn completion(content: &str) -> String {
        let body = json!({ "choices": [{ "message": { "content": content } }] }).to_string();
        http("200 OK", "", &body)
    }

    fn endpoint(url: &str) -> Endpoint {
        let mut settings = Settings::new(url, "fake");
        settings.backoff = Duration::from_millis(1);
        settings.timeout = Duration::from_secs(5);
        Endpoint::new(settings)
    }

    fn goal() -> Goal {
        Goal {
            sentence: "Open it.".to_owned(),
            cues: Vec::new(),
            tool: "Read",
            template: String::new(),
            change: None,
        }
    }

    const FENCED: &str =
        "Sure.\n```json\n{\"tool\": \"Read\", \"args\": {\"file_path\": \"[REPO_ROOT_1]/a\"}}\n```";

    #[test]
    fn faults_are_waited_out() {
        let answers = vec![
            http("429 Too Many Requests", "Retry-After: 0\r\n", "{}"),
            http("503 Service Unavailable", "", "busy"),
            String::new(),
            http("200 OK", "", "{\"choices\": [{\"mess"),
            completion("I cannot do that."),
            completion(FENCED),
        ];
        let (url, server) = server(answers);
        let mut endpoint = endpoint(&url);
        let call = endpoint
            .answer(&["turn".to_owned()], &goal())
            .expect("an answer");
        assert_eq!(call.tool, "Read");
        assert_eq!(call.args, r#"{"file_path":"[REPO_ROOT_1]/a"}"#);
        assert_eq!(endpoint.faults.len(), 5);
        assert_eq!(server.join().expect("server"), 6);
    }

    #[test]
    fn a_refusal_is_final() {
        let (url, server) = server(vec![http("401 Unauthorized", "", "{}")]);
        let mut endpoint = endpoint(&url);
        assert!(endpoint.answer(&[], &goal()).is_none());
        assert_eq!(server.join().expect("server"), 1);
        assert!(endpoint.faults[0].contains("401"));
    }

    #[test]
    fn an_answer_is_kept() {
        let folder = std::env::temp_dir().join(format!("slotguard-eval-{}", std::process::id()));
        let (url, server) = server(vec![completion(FENCED)]);
        let mut endpoint = endpoint(&url);
        endpoint.settings.cache = Some(folder.clone());
        let first = endpoint.answer(&[], &goal());
        server.join().expect("server");
        assert_eq!(endpoint.answer(&[], &goal()), first);
        assert!(first.is_some());
        std::fs::remove_dir_all(folder).expect("clean up");
    }
}
