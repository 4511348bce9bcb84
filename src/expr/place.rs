//! Registers, in which code and checked expressions keep values.

use super::kind::Kind;

/// A register of a frame: integers and truth values live in one file, all other values in another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    Int(u32),
    Obj(u32),
}

/// How many registers of each file a piece of code needs.
#[derive(Debug, Clone, Copy, Default)]
pub struct Frame {
    pub ints: u32,
    pub objs: u32,
}

impl Frame {
    /// Room for the registers of both.
    pub fn with(self, other: Frame) -> Frame {
        Frame {
            ints: self.ints.max(other.ints),
            objs: self.objs.max(other.objs),
        }
    }

    /// A fresh register for a value of this kind.
    pub fn place(&mut self, kind: &Kind) -> Place {
        if kind.is_scalar() {
            self.ints += 1;
            Place::Int(self.ints - 1)
        } else {
            self.objs += 1;
            Place::Obj(self.objs - 1)
        }
    }
}

/// How sizes of parts compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PartSizes {
    Any,
    Equal,
    Unequal,
}
