//! What the sample manual says. Soft hyphens (`~` here) are places where a word may be parted; `*…*` is
//! italic, `**…**` bold, `[…](…)` a link to an address or, with `#`, to a heading.

/// A piece of the manual.
pub enum Item {
    Title(&'static str, &'static str),
    Heading(u8, &'static str),
    Text(&'static str),
    Step(&'static str),
    Bullet(&'static str),
    Warning(&'static str),
    Table { caption: &'static str, header: [&'static str; 4], rows: &'static [[&'static str; 4]] },
    Footnote(&'static str),
    NewColumn,
    NewPage,
}

use Item::{Bullet, Footnote, Heading, NewColumn, NewPage, Step, Table, Text, Title, Warning};

pub const MANUAL: &[Item] = &[
    Title("Pump X17", "Operating and maintenance manual · Betriebs- und Wartungsanleitung"),
    Heading(1, "1 About this manual"),
    Text(
        "The X17 is a centri~fugal pump for clean and slightly turbid water. This manual tells op~er~ators how to \
         start and stop it, and trained staff how to main~tain it. Sections 1 to 4 are in English; section 5, for \
         the op~er~ator's own rounds, is in German because the law of the place where the pump is in~stalled asks \
         for it.",
    ),
    Text(
        "Keep the manual where the pump is. If a sen~tence here and a sign on the pump dis~agree, the sign is \
         right: signs are re~newed when a part is changed, manuals often are not. The newest edition is at \
         [example.org/x17](https://example.org/x17).",
    ),
    Heading(2, "1.1 Who may do what"),
    Bullet("*Op~er~ators* may start, stop and clean the pump, and may read the display."),
    Bullet("*Trained staff* may also open the cover, re~place the filter and adjust the relief valve."),
    Bullet(
        "*The manu~fac~turer* alone may open the sealed motor housing, ex~cept in an emer~gency on board ship.",
    ),
    Heading(2, "1.2 Intended use"),
    Text(
        "The pump moves water be~tween 2 and 60 °C. It may run with sea water if the bronze im~peller is fitted, \
         and with water up to 75 °C for at most ten min~utes an hour. It must not move fuel, sol~vents or food. \
         Drinking water is al~lowed only with the seals of kit D, which are blue.",
    ),
    Text(
        "Any other use needs our written consent. Consent for one site does not hold for another, un~less the \
         letter names both.",
    ),
    Heading(1, "2 Safety"),
    Warning(
        "Be~fore opening the cover, dis~connect the power supply and wait thirty seconds, so that the \
         capac~itors can dis~charge. The dis~play must be dark.",
    ),
    Text(
        "The rule has one ex~ception. If the pump is fitted with the ser~vice switch S2, the cover may be opened \
         after S2 has been locked in po~sition 0, even while the supply is con~nected; the thirty seconds still \
         apply. A switch that is merely turned, but not locked, does not count.",
    ),
    Text(
        "Never work on the pump alone. A second person must be within call, ex~cept for read~ing the display and \
         for clean~ing the outside. Whoever works on the pump keeps the key of the main switch in their own \
         pocket, not in the lock and not on the board.",
    ),
    Heading(2, "2.1 Hot surfaces"),
    Text(
        "The bearing cover reaches 85 °C when the water is hot. Let it cool for at least twenty min~utes be~fore \
         you touch it. Where that is im~possible, be~cause the standby pump has failed as well, wear gloves of \
         class 2 and do not lean on the housing.",
    ),
    Heading(2, "2.2 Pressure"),
    Text(
        "The housing stays under pressure after the motor has stopped. Open the vent screw half a turn and wait \
         until no more water comes; only then loosen other screws. If the gauge shows more than 0.2 bar after \
         five min~utes, the check valve leaks: close the outlet valve by hand, and note it in the log.",
    ),
    Text(
        "The relief valve opens at 8 bar. Trained staff may set it to any value be~tween 5 and 8 bar, but never \
         higher, not even for a test. For the yearly pressure test at 12 bar the valve is re~moved and its seat \
         plugged with the red cap, which must be taken out again be~fore the pump is started. A pump that has been \
         started with the red cap in place must be sent to the manu~fac~turer for in~spec~tion, what~ever the \
         gauge has shown and how~ever short the time was.",
    ),
    Heading(1, "3 Operation"),
    Heading(2, "3.1 Before the first start"),
    Step("Check that the pump stands level, to within 2 mm a metre."),
    Step(
        "Fill the housing with water through the upper plug. A pump that starts dry ruins its seal within seconds.",
    ),
    Step("Turn the shaft by hand. It must turn freely, with~out scraping."),
    Step("Start the motor for one second and com~pare its direction with the arrow on the hood."),
    Text(
        "If the direction is wrong, let an elec~trician swap two phases. Do not swap them at the plug, ex~cept on \
         build~ing sites, where the plug has a phase in~verter made for it.",
    ),
    Heading(2, "3.2 Starting"),
    Text(
        "Open the inlet valve fully and the outlet valve by a quarter. Start the motor, and open the outlet valve \
         slowly until the gauge shows the pressure you need. The first start of the day takes about twenty \
         seconds; later ones take five. If the pump does not reach 2 bar within one minute, stop it and see \
         [section 4.3](#4.3).",
    ),
    Heading(2, "3.3 Stopping"),
    Text(
        "Close the outlet valve, stop the motor, close the inlet valve, in this order. In an emer~gency stop the \
         motor first. When frost is ex~pected, drain the housing through the lower plug, un~less the trace \
         heating is on and its lamp is green.",
    ),
    Heading(2, "3.4 While it runs"),
    Text(
        "Look at the dis~play once a shift. It shows pressure, tem~per~a~ture and op~er~at~ing hours in turn, ten \
         seconds each. A figure that blinks is out~side of its limits but needs no one at once; a red lamp does. \
         If the lamp is red for longer than a minute, stop the pump, un~less it feeds a sprin~kler: then call \
         trained staff and let it run.",
    ),
    Text(
        "The outlet valve may be closed for up to three min~utes while the pump runs. After that the water in the \
         housing boils. With the bypass of kit F the time is not limited, pro~vided the bypass is open and its \
         pipe is warm to the hand.",
    ),
    Heading(2, "3.5 Noise and vibration"),
    Text(
        "A new pump hums. Crack~ling that comes and goes with the pressure is vapor in the inlet: open the inlet \
         valve, or lower the pump. A dull knock once a turn is a bear~ing at its end. Stop within the hour, and do \
         not start again be~fore the bear~ing has been re~placed, not even to empty the tank.",
    ),
    NewColumn,
    Heading(2, "3.6 The log"),
    Text(
        "Every start, every stop and every alarm goes into the log, with the time and the name of whoever was \
         there. Readings of the display are writ~ten down once a day, ex~cept where a control room stores them; its \
         files are then the log and are kept as long.",
    ),
    Text(
        "An entry is never erased. What is wrong is crossed out so that it can still be read, and signed. The log \
         stays with the pump when the pump is sold.",
    ),
    Heading(2, "3.7 Running two pumps"),
    Text(
        "Where two pumps share a pipe, one of them leads and the other stands by. They change places every Mon~day, \
         so that both grow old at the same rate. Both may run to~gether for at most four hours a day, un~less the \
         pipe is wider than 150 mm. In a fire this limit does not apply.",
    ),
    Text(
        "If the lead~ing pump fails, the other one starts by itself after five seconds. It does not do so while \
         its own cover is open, or while the switch S2 is in po~sition 0. Whoever opens a cover there~fore tells \
         the control room first, and again when it is closed.",
    ),
    NewPage,
    Heading(1, "4 Maintenance"),
    Table {
        caption: "Table 1. Limits and intervals",
        header: ["Part", "Condition", "Limit (bar)", "Check every"],
        rows: &[
            ["Inlet filter", "clean water", "0.8", "500 hours"],
            ["Inlet filter", "drinking water", "0.5", "250 hours"],
            ["Inlet filter", "during disinfection", "0.6", "day"],
            ["Relief valve", "opens at", "8.0", "year"],
            ["Housing", "pressure test", "12.0", "year"],
            ["Shaft seal", "leak of 3 drops a minute", "–", "1,000 hours"],
        ],
    },
    Footnote(
        "¹ Disinfection with chlorine dioxide only. For other agents ask the manufacturer; hydrogen peroxide attacks \
         the seals of kit D.",
    ),
    Heading(2, "4.1 Cleaning the inlet filter"),
    Text(
        "Close the inlet valve. Loosen the four screws of the filter housing and lift the cover. Re~move the \
         filter and rinse it under warm water until the water runs clear. Do not use sol~vents. In~spect the seal \
         for cracks; re~place it if it is dam~aged, and in any case after three years.",
    ),
    Text(
        "In~sert the filter with the arrow point~ing to the pump. Tighten the screws cross~wise to 4.5 Nm. Open \
         the inlet valve slowly and watch for leaks.",
    ),
    Heading(2, "4.2 When to replace the filter"),
    Text(
        "Re~place the filter when the pressure drop ex~ceeds 0.8 bar. In drinking-water systems the limit is \
         0.5 bar, ex~cept during dis~in~fec~tion, when it may rise to 0.6 bar for at most two hours.¹ A filter \
         that has been washed ten times is re~placed at the next clean~ing, what~ever its pressure drop.",
    ),
    Text(
        "Record every re~place~ment with date, op~er~at~ing hours and the serial number of the filter. Keep the \
         records for five years; where drinking water is pumped, for ten.",
    ),
    Heading(2, "4.3 If the pressure stays low"),
    Text(
        "Look for the cause in this order: the inlet valve is not fully open; the filter is blocked; air gets in \
         at the inlet; the im~peller is worn. The first three can be found with~out opening the pump. A worn \
         im~peller is likely if the pressure has fallen over months rather than days, and certain if the pump is \
         louder than it was.",
    ),
    Text(
        "Air in the inlet is found with the glass tube that comes with kit B. Bubbles in the tube during the first \
         minute after a start mean nothing. Bubbles after that mean a leak above the water level, which soapy \
         water will show.",
    ),
    Heading(1, "5 Wartung durch den Betreiber"),
    Text(
        "Vor dem Öffnen der Ab~deckung ist die An~lage span~nungs~frei zu schal~ten, z. B. am Haupt~schal~ter. Die \
         Prü~fung nach Abs. 2 Satz 1 ist alle 500 Be~triebs~stun~den zu wie~der~ho~len und im Be~triebs~buch zu \
         ver~mer~ken.",
    ),
    Text(
        "Die tägliche Sicht~prü~fung darf der Be~trei~ber selbst vor~neh~men. Sie um~fasst die An~zeige, die \
         Gleit~ring~dich~tung und den Öl~stand. Tropft es an der Dich~tung stär~ker als drei~mal in der Minute, ist \
         die Pumpe ab~zu~stel~len, es sei denn, dass sie als ein~zige der Brand~be~kämp~fung dient.",
    ),
    Heading(2, "5.1 Ölwechsel"),
    Text(
        "Das Öl wird nach den ers~ten 200 Be~triebs~stun~den ge~wech~selt, da~nach alle 2 000 Stun~den, min~des~tens \
         aber ein~mal im Jahr. Bei Was~ser~tem~pe~ra~tu~ren über 50 °C hal~biert sich die Frist. Alt~öl ge~hört nicht in \
         den Ab~fluss; die An~nah~me~stelle nimmt es kos~ten~los zu~rück.",
    ),
    Heading(2, "5.2 Stillstand"),
    Text(
        "Steht die Pumpe län~ger als vier Wo~chen, wird das Ge~häu~se ent~leert und die Welle ein~mal in der Wo~che von \
         Hand ge~dreht. Auf das Dre~hen darf ver~zich~tet wer~den, wenn die La~ger mit dem Fett der Sorte L3 ge~füllt \
         sind und die Raum~tem~pe~ra~tur 15 °C nicht un~ter~schrei~tet.",
    ),
    Text(
        "Vor der Wie~der~in~be~trieb~nah~me ist wie in [Abschnitt 3.1](#3.1) zu ver~fah~ren. Die Dich~tun~gen des Sat~zes D \
         sind nach einem Still~stand von mehr als sechs Mo~na~ten stets zu er~set~zen, auch wenn sie un~be~schä~digt \
         aus~se~hen.",
    ),
];

/// The words of a text as a reader sees them, without marks.
pub fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '~' | '*' | '[' => {}
            ']' => rest = &rest[rest.find(')').map_or(0, |end| end + 1)..],
            _ => out.push(c),
        }
    }
    out
}

/// The manual as Markdown.
pub fn markdown() -> String {
    let mut out = String::new();
    let mut notes = String::new();
    let mut step = 0;
    let mut in_list = false;
    for item in MANUAL {
        let list_item = matches!(item, Step(_) | Bullet(_));
        if in_list && !list_item {
            out.push('\n');
        }
        in_list = list_item;
        step = if matches!(item, Step(_)) { step + 1 } else { 0 };
        match item {
            Title(title, subtitle) => out += &format!("# {title}\n\n{subtitle}\n\n"),
            Heading(level, text) => out += &format!("{} {text}\n\n", "#".repeat(usize::from(*level) + 1)),
            Text(text) => out += &format!("{}\n\n", marked(text)),
            Step(text) => out += &format!("{step}. {}\n", marked(text)),
            Bullet(text) => out += &format!("- {}\n", marked(text)),
            Warning(text) => out += &format!("> **Warning.** {}\n\n", marked(text)),
            Table { caption, header, rows } => {
                out += &format!("{caption}\n\n| {} |\n|---|---|--:|---|\n", header.join(" | "));
                for row in *rows {
                    out += &format!("| {} |\n", row.join(" | "));
                }
                out.push('\n');
            }
            Footnote(text) => notes += &format!("[^1]: {}\n", text.trim_start_matches("¹ ")),
            NewColumn | NewPage => {}
        }
    }
    out + &notes
}

/// Links inside become anchors as GitHub makes them from headings.
fn marked(text: &str) -> String {
    let mut out = text.replace('~', "").replace('¹', "[^1]");
    for item in MANUAL {
        if let Heading(_, title) = item
            && let Some((number, _)) = title.split_once(' ')
        {
            let anchor: String = title
                .to_lowercase()
                .chars()
                .filter(|c| c.is_alphanumeric() || *c == ' ')
                .map(|c| if c == ' ' { '-' } else { c })
                .collect();
            out = out.replace(&format!("(#{number})"), &format!("(#{anchor})"));
        }
    }
    out
}
