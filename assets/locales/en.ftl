# Interface text. Sentence case, plain words.

app-name = Fundstelle

menu-file = File
menu-edit = Edit
menu-view = View
menu-annotate = Annotate
menu-help = Help
menu-recent = Recent files

mode-tune = Tune
mode-annotate = Annotate
search-commands = Search commands

action-open-file = Open file…
action-open-folder = Open folder…
action-open-path = Open by path…
action-open-sample = Open the sample
action-folder-types = File types in folders…
action-folder-summary = What the folder held…
action-close-source = Close source
action-next-source = Next source
action-previous-source = Previous source
action-open-project = Open project…
action-save-project = Save project
action-save-project-as = Save project as…
action-open-config = Read config…
action-save-config = Write config…
action-export-jsonl = Export passages as JSON lines…
action-export-csv = Export passages as CSV…
action-quit = Quit
action-undo = Undo
action-redo = Redo
action-copy = Copy text
action-copy-citation = Copy text with its place
action-select-all = Select all
action-find = Find in text
action-find-next = Next hit
action-find-previous = Previous hit
action-go-to = Go to page, chunk or offset…
action-palette = Search commands
action-mode-tune = Tune mode
action-mode-annotate = Annotate mode
action-zoom-in = Enlarge page
action-zoom-out = Shrink page
action-zoom-reset = Page at 100 %
action-fit-width = Fit page width
action-fit-page = Fit whole page
action-larger-interface = Larger interface
action-smaller-interface = Smaller interface
action-toggle-original = Show original
action-toggle-text = Show extracted text
action-toggle-left = Show lists
action-toggle-right = Show parameters
action-toggle-bottom = Show figures
action-toggle-linked = Scroll both sides together
action-toggle-chunks = Color chunks
action-toggle-invisibles = Show invisible characters
action-toggle-wrap = Wrap long lines
action-theme-light = Light theme
action-theme-dark = Dark theme
action-theme-system = Theme of the system
action-mark-answer = Mark as answer
action-mark-condition = Mark as condition
action-mark-exception = Mark as exception
action-remove-passage = Remove passage
action-new-question = New question…
action-next-question = Next question
action-previous-question = Previous question
action-next-chunk = Next chunk
action-previous-chunk = Previous chunk
action-messages = Messages…
action-keys = Keys…
action-stop-work = Stop reading
action-about = About Fundstelle

original = Original
extracted-text = Extracted text
original-page = Original · page { $page } of { $pages }
original-markdown = Original · rendered Markdown
original-text = Original · as it lies in the file
text-title = Extracted text · revision { $revision }
text-title-provisional = Extracted text · provisional while pages are read
text-title-none = Extracted text
text-coming = Reading text…
text-empty = This source has no text.
linked = Linked ↔
zoom-fit-width = Fit width
zoom-fit-page = Fit page
splitter = Border between original and text
opening = Opening…
reading = Reading…
looking-through = { $n } entries seen
reading-pages = { $done } of { $total } pages
empty-title = Nothing is open
empty-hint = Open a PDF, Markdown, text or code file, or drop one on this window.
failed-title = This source cannot be shown
hint = Each color is a chunk: one piece that a search would find. Striped text belongs to two chunks, their overlap. Click a chunk to see where it comes from and why it is cut there; move the sliders on the right, and the colors follow.
hint-close = Got it

sources = Sources
sources-left-out = { $n ->
    [one] 1 entry left out
   *[other] { $text } entries left out
}
chunks = Chunks
chunks-empty = Chunks appear as soon as text is read.
outline = Outline
column-number = #
column-span = span
column-size = size
column-cut = cut at
chunk-row = Chunk { $n }

strategy = Strategy
strategy-recursive = Recursive
strategy-recursive-hint = Cuts at the coarsest separator that keeps a chunk under the limit.
strategy-fixed = Fixed window
strategy-fixed-hint = Windows of one size, wherever that cuts. A base line to compare with.
strategy-langchain = Recursive, as LangChain cuts
strategy-langchain-hint = Gives the chunks of LangChain's recursive splitter, with their exact places.
size = Size
overlap = Overlap
unit = Unit
tokenizer = Tokenizer
step = Step
typed = typed
separators = Separators: { $levels }
trim = Leave out blank ends
trim-hint = White space at both ends of a chunk is left out of its span. No character is changed.
unit-bytes = bytes
unit-characters = characters
unit-graphemes = graphemes
unit-words = words
unit-tokens = tokens

separator-blank-line = blank line
separator-line-break = line break
separator-space = space
separator-tab = tab
separator-anywhere = any character

chunk-none = No chunk selected
chunk-none-hint = Click a chunk in the list, in the text or on the page.
chunk-title = Chunk { $n }
fact-span = Span
fact-pages = Pages
fact-section = Section
fact-overlap = Overlap
of-limit = { $n } of { $limit }
overlap-of = { $n } of { $asked } · { $reason }
oversize-hint = Larger than the limit: it could not be cut any further.
why-starts = Why it starts here
why-ends = Why it ends here
reason-text-start = The text starts here.
reason-text-end = The text ends here.
reason-section = A section ends here.
reason-separator = At { $separator }: level { $level } of { $levels }, the coarsest that keeps the chunk under the limit.
reason-window-full = The window holds its { $size } { $unit }.
reason-limit = The limit of { $size } { $unit } is reached, and no separator fits.
reason-step = The window's step falls here.
reason-overlap = It repeats the end of the chunk before: the overlap.
cut-start = start
cut-end = end
cut-section = section
cut-limit = limit
cut-step = step
cut-overlap = overlap
overlap-first = the first chunk has none
overlap-not-asked = none was asked for
overlap-asked = as asked
overlap-boundary = no permitted boundary further back
overlap-full = the next piece leaves no room for it
overlap-border = it does not cross this border

sizes = Sizes
sizes-remark = { $n } chunks · median { $median } · p95 { $p95 } · expansion { $expansion }
histogram-name = Histogram of chunk sizes
histogram-limit = limit { $n }
histogram-bucket = { $n } chunks of { $from } to { $to } { $unit }
figures = Figures
figures-empty = Figures appear as soon as text is cut.
figure-count = Chunks
figure-count-hint = How many chunks there are.
figure-mean = Mean
figure-mean-hint = Mean size in the chosen unit.
figure-median = Median
figure-median-hint = Half of the chunks are smaller.
figure-p95 = p95
figure-p95-hint = 95 of 100 chunks are smaller.
figure-largest = Largest
figure-largest-hint = The largest chunk.
figure-expansion = Expansion
figure-expansion-hint = Sum of all chunk sizes divided by the size of the text: what overlap costs.
figure-lost = Lost characters
figure-lost-hint = Characters, other than white space, that no chunk covers.
figure-blank = Blank, left out
figure-blank-hint = White space that no chunk covers.
figure-oversize = Oversize
figure-oversize-hint = Chunks over the limit because they cannot be cut.
figure-tiny = Tiny
figure-tiny-hint = Chunks smaller than a tenth of the limit.

questions = Questions
questions-empty = No question yet. Type one, select text, and press 1, 2 or 3 to mark what answers it.
question = Question
question-new = New question
question-rename = Rename
question-remove = Remove
question-hint = What should the document answer?
question-open = open
question-passages = { $n ->
    [one] 1 passage
   *[other] { $text } passages
}
question-none-hint = Choose a question, or type a new one. A mark without a question starts one.
passages = Passages
passages-empty = Nothing is marked for this question.
passage-whole = whole in chunk { $n }
passage-cut = cut: chunks { $first } to { $last }
passage-lost = lost: no chunk covers it
passage-stale = made for another version of this text; not drawn
passage-elsewhere = in another source
passages-against = Passages in this chunking
passages-against-remark = moves with the sliders
standing-whole = whole
standing-cut = cut
standing-lost = lost
standing-elsewhere = not in this text
mark-as = Mark as
mark-hint = Select text on either side, then press a key.
role-answer = Answer
role-condition = Condition
role-exception = Exception

fonts-missing = { $n ->
    [one] No font on this system can draw 1 character of this text ({ $shown })
   *[other] No font on this system can draw { $n } characters of this text ({ $shown } …)
}; boxes stand for them. Nothing is lost: text and offsets are right. Install a font for the script, such as fonts-noto-cjk.

status-empty = No source
status-pdf = PDF
status-encoding = { $name }
status-encoding-guessed = { $name} (guessed)
status-characters = { $n } characters
status-revision = revision { $id }
status-provisional = provisional
status-selection = Selection { $place } { $sizes }
status-chunked = { $n } chunks in { $millis } ms
status-read-only = Read only: open in another window
status-saving = Saving…
status-saved = Saved in { $name }
status-kept = Kept, not yet named

find-hint = Find in text
find-name = Find in text
find-none = nothing found
find-found = { $n } of { $all }
close = Close
cancel = Cancel
ok = OK
go = Go
open = Open

palette-name = Search commands
palette-hint = Type part of a command
palette-none = No command with these words
path-open = Open a file or folder
path-open-project = Open a project
path-save-project = Save the project as
path-open-config = Read a config
path-save-config = Write the config to
path-find-source = Where does the source lie now?
path-export = Write passages to
path-name = Path
path-hint = A path, such as ~/Documents/manual.pdf
go-to-title = Go to page, chunk or offset
go-to-hint = 12 · p 12 · c 7 · @1406
folder-types-title = File types in folders
folder-types-text = Files whose names end like this are taken from a folder and the folders in it. A folder that is open is looked through again.
folder-types-example = pdf, md, txt
folder-types-usual = As at first
folder-title = What the folder held
folder-taken = { $n ->
    [one] 1 source taken
   *[other] { $text } sources taken
}
folder-left-out = { $n ->
    [one] 1 entry left out
   *[other] { $text } entries left out
}
folder-nothing-left-out = Nothing was left out.
password-title = This PDF asks for a password
password-name = Password
password-wrong = That password does not open it.
messages-title = Messages of this run
messages-none = There are none.
message-close = Close message
keys-title = Keys
keys-select = Shift + arrows
keys-select-what = Extend the selection by a character or line
keys-words = Ctrl Shift + arrows
keys-words-what = Extend the selection by a word
keys-double = Double click, triple click
keys-double-what = Select a word, a paragraph
keys-wheel = Ctrl + wheel
keys-wheel-what = Zoom
about-version = Version { $version }
about-text = Shows how documents become retrieval units, and lets people judge and improve that.
about-licenses = MIT or Apache 2.0. Fonts Inter and JetBrains Mono under the SIL Open Font License.
recover-title = Marks of an earlier run were found
recover-text = A project without a name was left open when the program ended. Nothing of it is lost.
recover-open = Open it
recover-later = Leave it for later
source-find = Say where it is…
filter-documents = Documents
filter-projects = Fundstelle projects
filter-configs = Configs
filter-all = All files

page-of = Page { $page } of { $pages }
page-link = Go to page { $page }
page-painting = Painting…
page-failed = This page cannot be painted: { $reason }
