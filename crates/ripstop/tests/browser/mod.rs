//! A real browser, headless: Debian's chromium, driven by its `chromedriver` over HTTP.
#![allow(dead_code, reason = "every user needs another part of this")]
#![allow(clippy::unwrap_used, reason = "a failure here fails the test")]
#![allow(clippy::print_stderr, reason = "a test that is skipped says so")]
#![allow(clippy::cast_sign_loss, reason = "places on the screen are not negative")]

use std::io::{BufRead, BufReader, ErrorKind, Lines, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// If this is set, a browser that is not there is a failure.
const REQUIRED: &str = "RIPSTOP_BROWSER_REQUIRED";

/// How long to wait for what should happen soon.
const PATIENCE: Duration = Duration::from_secs(60);

/// Width of the ring around what has the focus, and a little more (pixels).
const RING: f64 = 6.0;

/// A browser with one window.
pub(crate) struct Browser {
    driver: Child,
    /// Kept open: the driver may go on to write.
    _output: Lines<BufReader<ChildStdout>>,
    port: u16,
    session: String,
}

/// Colours of a screenshot, row by row.
pub(crate) struct Screenshot {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) pixels: Vec<[u8; 3]>,
}

impl Browser {
    /// Starts a browser with a window of the given size; if there is none on this machine, says so.
    pub(crate) fn start(width: u32, height: u32) -> Option<Self> {
        let driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut driver = match driver {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                assert!(std::env::var_os(REQUIRED).is_none(), "there is no chromedriver");
                eprintln!(
                    "skipped: no chromedriver here (Debian: apt install chromium chromium-driver)"
                );
                return None;
            }
            driver => driver.unwrap(),
        };
        let mut output = BufReader::new(driver.stdout.take().unwrap()).lines();
        let port = output
            .by_ref()
            .map_while(Result::ok)
            .filter(|line| line.contains("successfully"))
            .find_map(|line| line.split("on port ").nth(1)?.trim_end_matches('.').parse().ok())
            .expect("chromedriver names its port");
        let mut browser = Self { driver, _output: output, port, session: String::new() };
        let arguments = [
            "--headless=new".to_owned(),
            "--no-sandbox".to_owned(),
            "--disable-dev-shm-usage".to_owned(),
            // There is no graphics card on test machines.
            "--use-angle=swiftshader".to_owned(),
            "--enable-unsafe-swiftshader".to_owned(),
            "--force-device-scale-factor=1".to_owned(),
            format!("--window-size={width},{height}"),
        ];
        let capabilities = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": { "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL" },
        } } });
        let reply = browser.send("POST", "/session", Some(&capabilities));
        reply["sessionId"].as_str().unwrap().clone_into(&mut browser.session);
        Some(browser)
    }

    /// Opens a page of this machine and waits until it has read its run.
    pub(crate) fn open(&self, page: &Path) {
        self.visit(page);
        self.wait("!!(window.ripstop && window.ripstop.loadTime)");
    }

    pub(crate) fn visit(&self, page: &Path) {
        let url = format!("file://{}", page.canonicalize().unwrap().display());
        self.post("url", &json!({ "url": url }));
    }

    /// Evaluates an expression in the page.
    pub(crate) fn ask(&self, expression: &str) -> Value {
        let script = format!("return {expression}");
        self.post("execute/sync", &json!({ "script": script, "args": [] }))
    }

    pub(crate) fn number(&self, expression: &str) -> f64 {
        self.ask(expression).as_f64().unwrap()
    }

    /// Waits until an expression is true.
    #[track_caller]
    pub(crate) fn wait(&self, expression: &str) {
        let start = Instant::now();
        while self.ask(expression) != Value::Bool(true) {
            assert!(
                start.elapsed() < PATIENCE,
                "still not `{expression}`; the console says {:?}",
                self.messages()
            );
            sleep(Duration::from_millis(50));
        }
    }

    /// Types on a key, by its character or its code in the protocol of the driver.
    pub(crate) fn press(&self, key: &str) {
        let actions = ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key }));
        let input = json!({ "type": "key", "id": "keys", "actions": actions });
        self.post("actions", &json!({ "actions": [input] }));
    }

    /// Presses a button of the mouse at a place, moves it and lets go.
    pub(crate) fn drag(&self, from: [i32; 2], to: [i32; 2], button: u32) {
        let move_to = |[x, y]: [i32; 2], duration: u32| json!({ "type": "pointerMove", "x": x, "y": y, "duration": duration });
        let actions = [
            move_to(from, 0),
            json!({ "type": "pointerDown", "button": button }),
            move_to(to, 100),
            json!({ "type": "pointerUp", "button": button }),
        ];
        let input = json!({ "type": "pointer", "id": "mouse", "actions": actions });
        self.post("actions", &json!({ "actions": [input] }));
    }

    /// Turns the wheel at a place.
    pub(crate) fn scroll(&self, [x, y]: [i32; 2], by: i32) {
        let action =
            json!({ "type": "scroll", "x": x, "y": y, "deltaX": 0, "deltaY": by, "duration": 50 });
        let input = json!({ "type": "wheel", "id": "wheel", "actions": [action] });
        self.post("actions", &json!({ "actions": [input] }));
    }

    /// Makes the page as large as the screen of a phone, with touch.
    pub(crate) fn become_phone(&self, width: u32, height: u32) {
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": 2, "mobile": true });
        let command = json!({ "cmd": "Emulation.setDeviceMetricsOverride", "params": metrics });
        self.post("goog/cdp/execute", &command);
    }

    /// What the picture in the page looks like at rest, without the ring that shows the focus.
    pub(crate) fn screenshot(&self) -> Screenshot {
        self.wait("!ripstop.playing && !ripstop.needsDrawing && !ripstop.coarse && !ripstop.view.isBusy()");
        // What has been drawn is on the screen a frame later.
        let script = "const done = arguments[0]; \
            requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)))";
        self.post("execute/async", &json!({ "script": script, "args": [] }));
        let png = self.png();
        let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        let channels = info.color_type.samples();
        let part = |edge: &str| {
            let rect = "document.getElementById('canvas').getBoundingClientRect()";
            self.number(&format!("{rect}.{edge} * devicePixelRatio"))
        };
        let [left, top] = ["left", "top"].map(|edge| (part(edge) + RING) as usize);
        let [right, bottom] = ["right", "bottom"].map(|edge| (part(edge) - RING) as usize);
        let rows = bytes.chunks(info.width as usize * channels).take(bottom).skip(top);
        let pixels = rows
            .flat_map(|row| row.chunks(channels).take(right).skip(left))
            .map(|pixel| [pixel[0], pixel[1], pixel[2]])
            .collect();
        Screenshot { width: (right - left) as u32, height: (bottom - top) as u32, pixels }
    }

    /// The bytes of a screenshot.
    pub(crate) fn png(&self) -> Vec<u8> {
        let reply = self.send("GET", &self.path("screenshot"), None);
        decode_base64(reply.as_str().unwrap())
    }

    /// What the page has written to the console, and errors.
    pub(crate) fn messages(&self) -> Vec<String> {
        let reply = self.post("se/log", &json!({ "type": "browser" }));
        let message = |entry: &Value| entry["message"].as_str().unwrap_or_default().to_owned();
        reply.as_array().unwrap().iter().map(message).collect()
    }

    fn path(&self, command: &str) -> String {
        format!("/session/{}/{command}", self.session)
    }

    fn post(&self, command: &str, body: &Value) -> Value {
        self.send("POST", &self.path(command), Some(body))
    }

    /// One request of HTTP, and the value of its reply.
    fn send(&self, method: &str, path: &str, body: Option<&Value>) -> Value {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(2 * PATIENCE)).unwrap();
        let body = body.map(Value::to_string).unwrap_or_default();
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut reader = BufReader::new(stream);
        let mut length = None;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            let line = line.trim_end().to_ascii_lowercase();
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse().ok();
            }
            if line.is_empty() {
                break;
            }
        }
        let mut reply = vec![0; length.expect("a reply has a length")];
        reader.read_exact(&mut reply).unwrap();
        let mut reply: Value = serde_json::from_slice(&reply).unwrap();
        let value = reply["value"].take();
        assert!(value.get("error").is_none(), "{method} {path}: {value}");
        value
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() && !std::thread::panicking() {
            self.send("DELETE", &format!("/session/{}", self.session), None);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

impl Screenshot {
    /// How many pixels are colourful, as cloth is and the page is not.
    pub(crate) fn colourful(&self) -> usize {
        let spread = |pixel: &&[u8; 3]| {
            let (low, high) = (pixel.iter().min(), pixel.iter().max());
            high.zip(low).is_some_and(|(high, low)| high - low > 60)
        };
        self.pixels.iter().filter(spread).count()
    }

    /// How many pixels differ clearly from those of another picture of the same size.
    pub(crate) fn differs(&self, other: &Self) -> usize {
        assert_eq!([self.width, self.height], [other.width, other.height]);
        let far = |(a, b): &(&[u8; 3], &[u8; 3])| (0..3).any(|k| a[k].abs_diff(b[k]) > 24);
        self.pixels.iter().zip(&other.pixels).filter(far).count()
    }
}

fn decode_base64(text: &str) -> Vec<u8> {
    let value = |c: u8| match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let digits: Vec<u8> = text.bytes().filter(|&c| c != b'=').collect();
    let mut bytes = Vec::with_capacity(digits.len() * 3 / 4);
    for group in digits.chunks(4) {
        let bits = group.iter().fold(0_u32, |bits, &c| bits << 6 | u32::from(value(c)));
        let bits = bits << (6 * (4 - group.len()));
        bytes.extend(&bits.to_be_bytes()[1..group.len()]);
    }
    bytes
}
