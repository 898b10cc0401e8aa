//! The real window: a web address and the file types of folders, by keyboard and by the lists.

#[path = "common/window.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod window;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use fundstelle::app::{Action, Command, Dialog};
use std::io::{Read, Write};
use std::net::TcpListener;
use window::Window;

/// Keeps what is seen where a person can look at it, if `FUNDSTELLE_PICTURES` names a folder.
fn picture(window: &mut Window, name: &str) {
    let Some(folder) = std::env::var_os("FUNDSTELLE_PICTURES") else { return };
    let image = window.harness.render().unwrap();
    image.save(std::path::Path::new(&folder).join(name)).unwrap();
}

/// A server with one page, and its address.
fn server() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let _ = stream.read(&mut [0; 4096]);
            let body = "# Pumpe X17\n\nVor dem Öffnen den Strom trennen.\n";
            let head = format!(
                "HTTP/1.1 200 OK\r\nContent-Type: text/markdown\r\nContent-Length: {}\r\n\r\n",
                body.len()
            );
            let _ = stream.write_all((head + body).as_bytes());
        }
    });
    format!("http://127.0.0.1:{port}/handbuch.md")
}

#[test]
fn an_address_is_opened_with_the_keyboard_alone() {
    let home = tempfile::tempdir().unwrap();
    let address = server();
    let mut window = Window::open(home.path(), &[]);
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::L);
    assert!(matches!(window.app().state().dialog, Some(Dialog::Address { .. })));
    window.harness.step();
    window.harness.event(egui::Event::Text(address.clone()));
    window.settle();
    picture(&mut window, "address.png");
    window.key(Modifiers::NONE, Key::Enter);
    let refused = window.app().state().messages.all().iter().any(|m| m.text.contains("this computer"));
    assert!(refused, "the local network is not asked without being allowed");
    picture(&mut window, "refused.png");

    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::L);
    window.harness.get_by_label("Allow pages of this computer and the local network").click();
    window.settle();
    assert!(window.app().state().settings.allow_local);
    let Some(Dialog::Address { typed, .. }) = &window.app().state().dialog else { panic!("the box is gone") };
    assert_eq!(*typed, address, "what failed need not be typed again");
    window.harness.get_by_role_and_label(egui::accesskit::Role::TextInput, "Open a web address").focus();
    window.harness.step();
    window.key(Modifiers::NONE, Key::Enter);
    let state = window.app().state();
    assert!(state.dialog.is_none(), "{:?}", state.dialog);
    assert_eq!(state.document.as_ref().unwrap().path.to_str(), Some(address.as_str()));
    assert!(state.extraction().unwrap().text().as_str().contains("den Strom trennen"));
    picture(&mut window, "page.png");
}

#[test]
fn what_a_folder_held_can_be_read_and_its_file_types_changed() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("Akte");
    std::fs::create_dir(&folder).unwrap();
    for (name, bytes) in [
        ("a.md", &b"# A"[..]),
        ("b.rs", b"fn main() {}"),
        ("data.json", b"{}"),
        (".env", b"x"),
        ("picture.txt", b"\x89PNG\r\n\x1a\n\0\0\0"),
    ] {
        std::fs::write(folder.join(name), bytes).unwrap();
    }
    let mut window = Window::open(home.path(), &[&folder]);
    assert_eq!(window.app().state().sources.len(), 2);
    window.harness.get_by_label("3 entries left out").click();
    window.settle();
    assert_eq!(window.app().state().dialog, Some(Dialog::Folder));
    for line in [
        "2 sources taken",
        ".env · hidden",
        "data.json · of a file type that is not asked for",
        "picture.txt · no text although the name says so (it looks like a PNG picture)",
    ] {
        assert!(window.harness.query_by_label(line).is_some(), "{line}");
    }
    picture(&mut window, "folder.png");
    window.key(Modifiers::NONE, Key::Escape);
    assert!(window.app().state().dialog.is_none());

    window.send(Command::Run(Action::FolderTypes));
    picture(&mut window, "types.png");
    window.send(Command::SetExtensions("json".to_owned()));
    assert_eq!(window.app().state().sources.len(), 3, "the folder was looked through again");
}
