//! Messages between processes: four bytes of length, little endian, then the message in postcard.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{self, Read, Write};
use thiserror::Error;

/// No message is larger; a longer length means that the stream is garbled.
const MAX_FRAME: u32 = 1 << 30;

/// Why a message could not be sent or read.
#[derive(Debug, Error)]
pub enum FrameError {
    /// The other side is gone.
    #[error("the pipe to the other process broke: {0}; it has ended or was stopped")]
    Pipe(#[from] io::Error),
    /// The bytes are no message of the expected kind.
    #[error("a message between the program's processes is garbled: {0}; are two versions of it installed?")]
    Garbled(#[from] postcard::Error),
    /// The message is larger than any we send.
    #[error("a message between the program's processes claims to have {0} bytes; it is garbled")]
    TooLong(u64),
}

/// Writes one message and flushes.
///
/// # Errors
/// If the pipe is broken or the message cannot be encoded.
pub fn write_frame(out: &mut impl Write, message: &impl Serialize) -> Result<(), FrameError> {
    let body = postcard::to_stdvec(message)?;
    let length = u32::try_from(body.len())
        .ok()
        .filter(|n| *n <= MAX_FRAME)
        .ok_or(FrameError::TooLong(body.len() as u64))?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(&body)?;
    out.flush()?;
    Ok(())
}

/// Reads one message; `None` at the end of the stream.
///
/// # Errors
/// If the stream ends inside a message or holds none of this kind.
pub fn read_frame<T: DeserializeOwned>(input: &mut impl Read) -> Result<Option<T>, FrameError> {
    let mut length = [0; 4];
    match input.read_exact(&mut length) {
        Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let length = u32::from_le_bytes(length);
    if length > MAX_FRAME {
        return Err(FrameError::TooLong(u64::from(length)));
    }
    // `take` grows the buffer as bytes arrive: a wrong length cannot ask for memory.
    let mut body = Vec::new();
    input.take(u64::from(length)).read_to_end(&mut body)?;
    if body.len() < length as usize {
        return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
    }
    Ok(Some(postcard::from_bytes(&body)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_come_out_as_they_went_in_and_then_the_stream_ends() {
        let mut pipe = Vec::new();
        write_frame(&mut pipe, &("Prüfung", 7_u32)).unwrap();
        write_frame(&mut pipe, &("", 0_u32)).unwrap();
        let mut input = pipe.as_slice();
        assert_eq!(read_frame(&mut input).unwrap(), Some(("Prüfung".to_owned(), 7_u32)));
        assert_eq!(read_frame(&mut input).unwrap(), Some((String::new(), 0_u32)));
        assert_eq!(read_frame::<(String, u32)>(&mut input).unwrap(), None);
    }

    #[test]
    fn a_cut_message_is_an_error_and_a_mad_length_asks_for_no_memory() {
        let mut pipe = Vec::new();
        write_frame(&mut pipe, &"a message").unwrap();
        assert!(read_frame::<String>(&mut &pipe[..pipe.len() - 1]).is_err());
        assert!(matches!(read_frame::<String>(&mut [0xff; 8].as_slice()), Err(FrameError::TooLong(_))));
    }
}
