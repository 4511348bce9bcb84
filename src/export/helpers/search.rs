KNOWN.with_borrow_mut(|known| {
    // Piles whose options are being worked out.
    let mut open: HashSet<Pile> = HashSet::new();
    let mut stack = vec![start];
    while let Some(&here) = stack.last() {
        if known.contains_key(&here) {
            stack.pop();
            continue;
        }
        let (parts, ends) = options(&here);
        let mut missing: Vec<Pile> = parts.iter().filter(|part| !known.contains_key(*part)).copied().collect();
        if !missing.is_empty() {
            open.insert(here);
            assert!(!missing.iter().any(|part| open.contains(part)), "a play need never end");
            // The least one comes first, so that the stack stays short.
            missing.sort_unstable_by(|a, b| b.cmp(a));
            missing.dedup();
            stack.extend(missing);
            continue;
        }
        let mut seen = vec![false; ends.len() + 1];
        let mut first = 0;
        for end in ends {
            let sum = parts[first..end].iter().fold(0, |sum, part| sum ^ known[part]);
            if let Some(slot) = seen.get_mut(sum as usize) {
                *slot = true;
            }
            first = end;
        }
        let mex = seen.iter().position(|seen| !seen).unwrap_or(0);
        known.insert(here, mex as i64);
        open.remove(&here);
        stack.pop();
    }
    known[&start]
})
