//! Files that are written: whole or not at all, where links lead, and to devices as they stand.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Seek, Write};
use std::path::{Path, PathBuf};

use super::{CHUNK, WAIT, in_words};
use crate::work::Limit;
use crate::work::budget::Budget;
use crate::work::world::Unread;

/// A chain of more links is taken for a circle.
const MOST_LINKS: usize = 40;

/// Writes a file anew, where links lead. Where that fails or is stopped, a file that stood there before is as it was.
///
/// A new file has the mode that the user's mask gives, an old one keeps its mode, its owner and its other names. What is no
/// regular file, such as a device or a FIFO, is written to as it stands.
pub fn write(
    path: &Path,
    budget: &mut Budget,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Unread> {
    let mut stop = None;
    let fill = |file: &File, budget: &mut Budget| {
        let out = Asking {
            file,
            budget,
            stop: &mut stop,
        };
        let mut out = BufWriter::with_capacity(CHUNK, out);
        write(&mut out)?;
        out.flush()
    };
    let old = match std::fs::metadata(path) {
        Ok(found) if found.is_dir() => return Err("it is a directory".into()),
        Ok(found) => Some(found),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(in_words(&error).into()),
    };
    let written = match is_stream(path) {
        true => fill(&open_stream(path, budget)?, budget),
        false => replace(path, old.as_ref(), Box::new(|file| fill(file, budget))),
    };
    match (stop, written) {
        (Some(stop), _) => Err(stop.into()),
        (None, Ok(())) => Ok(()),
        (None, Err(error)) => Err(match error.kind() {
            ErrorKind::NotFound => "there is no such folder".into(),
            _ => in_words(&error).into(),
        }),
    }
}

/// A file that asks a budget, also while it takes no more.
struct Asking<'a> {
    file: &'a File,
    budget: &'a mut Budget,
    stop: &'a mut Option<Limit>,
}

impl Write for Asking<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            if let Err(stop) = self.budget.look() {
                *self.stop = Some(stop);
                return Err(io::Error::other("a limit was reached"));
            }
            match self.file.write(bytes) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => await_reader(self.file),
                written => return written,
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Waits a moment, or less if somebody reads.
#[cfg(unix)]
fn await_reader(file: &File) {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let moment = Timespec {
        tv_sec: 0,
        tv_nsec: WAIT.subsec_nanos().into(),
    };
    // Where that fails, the next write says so.
    let _ = poll(&mut [PollFd::new(file, PollFlags::OUT)], Some(&moment));
}

/// Writes wait there until somebody reads.
#[cfg(not(unix))]
fn await_reader(_: &File) {
    std::thread::sleep(WAIT);
}

/// Opens what is written to as it stands, so that no write waits. A FIFO opens when somebody reads it.
fn open_stream(path: &Path, budget: &mut Budget) -> Result<File, Unread> {
    let mut options = OpenOptions::new();
    options.append(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};

        use rustix::fs::OFlags;
        use rustix::io::Errno;

        options.custom_flags(OFlags::NONBLOCK.bits() as i32);
        let no_reader = Some(Errno::NXIO.raw_os_error());
        if std::fs::metadata(path).is_ok_and(|found| found.file_type().is_fifo()) {
            loop {
                budget.look()?;
                match options.open(path) {
                    Err(error) if error.raw_os_error() == no_reader => std::thread::sleep(WAIT),
                    opened => return opened.map_err(|error| in_words(&error).into()),
                }
            }
        }
    }
    budget.look()?;
    options.open(path).map_err(|error| in_words(&error).into())
}

/// Whether what is written to a path flows away: to a device, a FIFO, or what a process has open, such as this one's output.
pub fn is_stream(path: &Path) -> bool {
    const OPEN: [&str; 4] = ["/dev/fd", "/dev/stdout", "/dev/stderr", "/proc"];
    match std::fs::metadata(path) {
        Ok(found) if found.is_file() => OPEN.iter().any(|open| path.starts_with(open)),
        Ok(found) => !found.is_dir(),
        Err(_) => false,
    }
}

/// What writes to an open file.
type Fill<'f> = Box<dyn FnOnce(&File) -> io::Result<()> + 'f>;

/// Writes a regular file, which may be `old`, by way of a temporary one.
fn replace(path: &Path, old: Option<&Metadata>, fill: Fill<'_>) -> io::Result<()> {
    let path = behind_links(path)?;
    // What is protected is not replaced.
    let open = |_| OpenOptions::new().write(true).open(&path);
    let target = old.map(open).transpose()?;
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut maker = tempfile::Builder::new();
    maker.prefix(".nimrule-");
    #[cfg(unix)]
    if old.is_none() {
        use std::os::unix::fs::PermissionsExt;
        // The mask of the user takes away from it.
        maker.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let new = match maker.tempfile_in(folder) {
        // The folder may be protected where the file is not.
        Err(error) if target.is_some() && error.kind() == ErrorKind::PermissionDenied => {
            maker.tempfile()?
        }
        new => new?,
    };
    fill(new.as_file())?;
    let (Some(mut target), Some(old)) = (target, old) else {
        new.persist(&path)?;
        return Ok(());
    };
    let mut new = match stands_in(new.as_file(), old) {
        true => match new.persist(&path) {
            Ok(_) => return Ok(()),
            Err(error) => error.file,
        },
        false => new,
    };
    target.set_len(0)?;
    new.rewind()?;
    io::copy(new.as_file_mut(), &mut target)?;
    Ok(())
}

/// Gives a new file the mode and owner of an old one; whether it can take its place, so that nobody sees a difference.
fn stands_in(new: &File, old: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        if old.nlink() > 1 || fchown(new, Some(old.uid()), Some(old.gid())).is_err() {
            return false;
        }
    }
    new.set_permissions(old.permissions()).is_ok()
}

/// The path that links lead to, whether or not there is a file.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match std::fs::read_link(&path) {
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links lead from one to the next"))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::Ordering;

    use super::super::tests::folder;
    use super::*;
    use crate::work::budget::Limits;

    fn put(path: &Path, text: &str) -> Result<(), Unread> {
        put_within(path, text, &Limits::default())
    }

    fn put_within(path: &Path, text: &str, limits: &Limits) -> Result<(), Unread> {
        write(path, &mut Budget::start(limits), |out| {
            out.write_all(text.as_bytes())
        })
    }

    fn fail(path: &Path) -> Result<(), Unread> {
        write(path, &mut Budget::start(&Limits::default()), |out| {
            out.write_all(&[b'x'; 100_000])?;
            Err(io::Error::other("no more"))
        })
    }

    #[test]
    fn a_file_is_written_whole_or_not_at_all() {
        let (_folder, folder) = folder();
        let file = folder.join("out");
        assert_eq!(fail(&file), Err("no more".into()));
        assert!(!file.exists());
        assert_eq!(put(&file, "one"), Ok(()));
        assert_eq!(fail(&file), Err("no more".into()));
        assert_eq!(std::fs::read(&file).unwrap(), b"one");
        // A user's file of any name is left alone, and nothing is left behind.
        std::fs::write(folder.join("out.part"), "mine").unwrap();
        assert_eq!(put(&file, "two"), Ok(()));
        assert_eq!(std::fs::read(&file).unwrap(), b"two");
        assert_eq!(std::fs::read(folder.join("out.part")).unwrap(), b"mine");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 3);
        assert_eq!(
            put(&folder.join("none").join("out"), ""),
            Err("there is no such folder".into())
        );
        assert_eq!(
            put(&folder.join("inner"), ""),
            Err("it is a directory".into())
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_and_modes_stay() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
        let (_folder, folder) = folder();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().mode() & 0o7777;
        let file = folder.join("inner").join("out");
        let (near, far) = (folder.join("near"), folder.join("far"));
        symlink("inner/out", &near).unwrap();
        symlink("near", &far).unwrap();
        // Also where there is nothing yet behind them.
        assert_eq!(put(&far, "new"), Ok(()));
        assert_eq!(std::fs::read(&file).unwrap(), b"new");
        std::fs::write(folder.join("usual"), "").unwrap();
        assert_eq!(mode(&file), mode(&folder.join("usual")));
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
        assert_eq!(put(&far, "newer"), Ok(()));
        assert_eq!(std::fs::read(&file).unwrap(), b"newer");
        assert_eq!(mode(&file), 0o640);
        assert!(near.is_symlink() && far.is_symlink());
        // Another name of the same file sees the change.
        let other = folder.join("other");
        std::fs::hard_link(&file, &other).unwrap();
        assert_eq!(put(&file, "4"), Ok(()));
        assert_eq!(std::fs::read(&other).unwrap(), b"4");
        symlink("round", folder.join("round")).unwrap();
        assert!(put(&folder.join("round"), "").is_err());
        assert!(folder.join("round").is_symlink());
    }

    #[test]
    fn a_write_that_is_interrupted_leaves_a_file_as_it_was() {
        let (_folder, folder) = folder();
        let file = folder.join("out");
        assert_eq!(put(&file, "one"), Ok(()));
        let limits = Limits::default();
        let written = write(&file, &mut Budget::start(&limits), |out| {
            for line in 0..1_000_000 {
                if line == 500_000 {
                    limits.interrupt.store(true, Ordering::Relaxed);
                }
                writeln!(out, "{line}")?;
            }
            Ok(())
        });
        assert_eq!(written, Err(Unread::Stop(Limit::Interrupted)));
        assert_eq!(std::fs::read(&file).unwrap(), b"one");
        // Nothing is left behind.
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn devices_and_fifos_are_written_to() {
        use std::os::unix::fs::{FileTypeExt, symlink};
        let (_folder, folder) = folder();
        let null = folder.join("null");
        symlink("/dev/null", &null).unwrap();
        assert_eq!(put(&null, "gone"), Ok(()));
        assert!(null.is_symlink());
        let fifo = folder.join("fifo");
        let made = std::process::Command::new("mkfifo").arg(&fifo).status();
        assert!(made.unwrap().success());
        let reader = std::thread::spawn({
            let fifo = fifo.clone();
            move || std::fs::read(fifo).unwrap()
        });
        // More than a FIFO holds.
        let text = "through".repeat(100_000);
        assert_eq!(put(&fifo, &text), Ok(()));
        assert_eq!(reader.join().unwrap(), text.as_bytes());
        // Nobody comes to read it, or nobody goes on.
        for reader in [
            None,
            Some(File::options().read(true).write(true).open(&fifo)),
        ] {
            let limits = Limits::default();
            let interrupt = Arc::clone(&limits.interrupt);
            let writer = std::thread::spawn({
                let (fifo, text) = (fifo.clone(), text.clone());
                move || put_within(&fifo, &text, &limits)
            });
            interrupt.store(true, Ordering::Relaxed);
            let stopped = Err(Unread::Stop(Limit::Interrupted));
            assert_eq!(writer.join().unwrap(), stopped);
            drop(reader);
        }
        let kind = std::fs::metadata(&fifo).unwrap().file_type();
        assert!(kind.is_fifo());
    }
}
