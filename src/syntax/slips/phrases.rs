//! Turns of phrase of rule books and questions as a table: what people say, and how it is written.
//!
//! What is written stands behind `=>`. In front of a row `!a` says what does not stand before it, and `^` that nothing does. `N` is a
//! name or a number, in words too, which `$1`, `$2` stand for; `D` is a number and no name, `K` a name that nothing has, `X` one beside the pile's. `PILE`, `STONES`
//! and `KIND` are the words of these lists, `MOST` is `at most`, `up to` or `no more than`, `@` is the pile's name, and at `STOP` a part of
//! a sentence ends.

use std::sync::LazyLock;

use super::rows::{Row, Table};

pub(crate) const PILE: [&str; 4] = ["pile", "piles", "heap", "heaps"];

/// What piles are of, one of each.
static STONES: LazyLock<Vec<&str>> = LazyLock::new(|| {
    "stone stick match coin counter token object bean card item piece marble chip pebble candy candies pin skittle \
    penny pennies ball apple cookie toothpick matchstick sweet dot thing button bead nut shell block peg straw egg".split(' ').collect()
});

/// Whether a word says what piles are of, one of it or several.
pub(crate) fn is_stones(word: &str) -> bool {
    let mut all = STONES.iter();
    all.any(|one| matches!(word.strip_prefix(one), Some("" | "s" | "es")))
}

/// Whether words, which are in small letters, say no two things that piles are of: of coins and stones there may be different moves.
pub(crate) fn are_of_one_kind<'w>(words: impl Iterator<Item = &'w str>) -> bool {
    let mut kinds = words
        .filter(|word| is_stones(word))
        .map(|word| word.get(..3));
    let first = kinds.next();
    kinds.all(|kind| first == Some(kind))
}

/// Of what is read in two ways nothing is said.
pub(super) const UNCLEAR: &str = "?";

/// What is said in rules, and how it is written.
pub(super) static RULES: Table = LazyLock::new(|| {
    Row::all(
        r"
    , not D STOP => but not $1
    split into any number of? PILE|parts => split into 2..
    # Which piles, and how many stones of them?
    from|in|of any|a|each|every PILE but|except => ?
    from more|fewer|less than D STOP => ?
    from at least|most D STOP => ?
    from all but|except D STOP => ?
    non - empty|zero =>
    nonempty =>
    from|in|off it|this|that PILE? =>
    from|in|off one of the? N? PILE =>
    take any stone|stick|match|coin|counter|token|bean|card|marble|chip|pebble|candy|pin => ?
    take any|a number|amount? of? STONES? that|which is a|an? KIND number? STOP => take k where $1(k)
    take any|a number|amount? of? STONES? that|which is relatively? coprime|prime to|with the? PILE|STONES|@|number|size? size? => take k where gcd(k, @) == 1
    take any|a number? of? STONES? that|which is not divisible|a by|multiple of? N => take k where k % $1 != 0
    take any|a number? of? STONES? not divisible by N => take k where k % $1 != 0
    take any|a number? of? STONES? that|which? is? divisible by N => take k where k % $1 == 0
    take any|a number|amount? of? STONES? that|which is not|no => ?
    take any|a number|amount? of? STONES? that|which does not divide the? PILE|STONES|@|number|size? size? => take k where @ % k != 0
    take any|a number|amount? of? STONES? that|which divides the? PILE|STONES|@|number|size? size? => take k where @ % k == 0
    take any|a number|amount of? STONES? that|which is N mod N => take k where k % $2 == $1
    take any|a number|amount of? STONES? that|which is => take
    take from @ => take
    ^ move take|remove|subtract => take
    ^ move split|divide => split
    # Is it all, or a number with another name?
    take exactly? @ STONES ,? where|such => ?
    take D and D STONES => ?
    take exactly? X STONES? ,? for some => take $1 for
    take exactly? X STONES ,? where => take $1 where
    take exactly? X STONES? ,? such that => take $1 where
    take exactly? X STONES? ( N <= X <= N ) => take $1 where $2 <= $3 <= $4
    take exactly? X STONES ,? with N <= X <= N => take $1 where $2 <= $3 <= $4
    take exactly? X STONES , N <= X <= N => take $1 where $2 <= $3 <= $4
    take 1 , 2 , ... , N STONES? => take 1..$1
    take 1 , 2 , 3 , ... , N STONES? => take 1..$1
    take 1 , 3 , 5 , ... , D STONES? => take k where odd(k) and k <= $1
    take 1 , 3 , 5 , ... , @ STONES? => take k where odd(k)
    take 2 , 4 , 6 , ... , @ STONES? => take k where even(k)
    take 2 , 4 , 6 , ... , D STONES? => take k where even(k) and k <= $1
    take 1 , 2 , 4 , 8 , ... , D STONES? => take k where power_of_two(k) and k <= $1
    , ...|etc , => ?
    take 1 , 2 , 3 , ...|etc STOP => take any
    take 1 , 3 , 5 , ...|etc STOP => take k where odd(k)
    take 1 , 3 , 5 , 7 , ...|etc STOP => take k where odd(k)
    take 2 , 4 , 6 , ...|etc STOP => take k where even(k)
    take 2 , 4 , 6 , 8 , ...|etc STOP => take k where even(k)
    take 1 , 2 , 4 , 8 , ...|etc STOP => take k where power_of_two(k)
    take 1 , 2 , 4 , 8 , 16 , ...|etc STOP => take k where power_of_two(k)
    take 1 , 4 , 9 , ...|etc STOP => take k where square(k)
    take 1 , 4 , 9 , 16 , ...|etc STOP => take k where square(k)
    take 2 , 3 , 5 , 7 , ...|etc STOP => take k where prime(k)
    take 2 , 3 , 5 , 7 , 11 , ...|etc STOP => take k where prime(k)
    take any|a number? of? STONES? not exceeding N => take 1..$1
    take MOST D STONES? from|in|of MOST D PILE => ?
    from|in|off|of some of the? piles|heaps => ?
    # What becomes of the pile.
    ,? and|then? leave|leaving at most D PILE STOP => leaving 0..$1 piles
    ,? and|then? leave D .. D PILE STOP => leaving $1..$2 piles
    ,? and|then leave D PILE STOP => leaving $1 piles
    ^ split @? into K and K => split into $1, $2
    each turn from|in => each turn
    sqrt|isqrt ( N ) is an? integer|int|whole => square($1)
    take all|everything or D STONES? STOP => take $1, @
    ,? and|then leave the rest|remainder in|as at most D PILE => leaving 0..$1 piles
    ,? or? halve the|it PILE|number? ,? rounding|rounded down => move @ -> @ / 2 where @ > 0
    ,? or? halve an|any|each|every even PILE|number => move @ -> @ / 2 where even(@) and @ > 0
    ,? or? halve a|any|the? PILE|number|it? if|when it|that|the? PILE|number? is even => move @ -> @ / 2 where even(@) and @ > 0
    ,? or? divide the|it? PILE|number? by D ,? rounding|rounded down => move @ -> @ / $1 where @ > 0
    ^ replace the|a|any|one? PILE|number|@|it by|with a|any|one? of? its|the? proper divisor|divisors of? @|it? => move @ -> k for k in 1..@ - 1 where @ % k == 0
    ^ move @? to any smaller|lower number|PILE? => take any
    ^ move @? to @ - D or @ / D STOP => move @ -> @ - $1 move @ -> @ / $2 where @ > 0
    ^ move @? to @ / D or @ - D STOP => move @ -> @ / $1 where @ > 0 move @ -> @ - $2
    ^ move @? to @ / D where|if|when => move @ -> @ / $1 where
    ^ move @? to @ / D STOP => move @ -> @ / $1 where @ > 0
    ^ move @? to @ - N => move @ -> @ - $1
    ^ move @? to @ + N => move @ -> @ + $1
    ^ move @? to X => move @ -> $1
    ^ move @ -|-= N STOP => move @ -> @ - $1
    ^ move @ +|+= N STOP => move @ -> @ + $1
    ^ move @ / D STOP => move @ -> @ / $1 where @ > 0
    # A pile that grows.
    and|then|or add|put|increase => ?
    , add|put|increase => ?
    reduce|decrease|lower @ by D .. D STOP => take $1..$2
    reduce|decrease|lower @ by N STOP => move @ -> @ - $1
    increase|raise @ by N STOP => move @ -> @ + $1
    add D STONES? STOP => move @ -> @ + $1
    add|put D STONES? to|on|onto the|a|any? PILE|@ STOP => move @ -> @ + $1
    double the? PILE|@ STOP => move @ -> 2 * @
    # How many.
    in total => ?
    D / D of => ?
    take all|everything of? the? STONES? but|except D STONES? or|and => ?
    take all|everything of? the? STONES? but|except D PILE => ?
    take all|everything of? the? STONES? but|except D STONES? => take @ - $1 where @ > $1
    take all|everything of? the? STONES? but|except => ?
    take D STONES and D STONES? => ?
    take a|an STONES => take 1
    take any|a number of? STONES? up to D STONES? => take 1..$1
    take any number? of? STONES? , at least D STONES? => take $1..
    take any number? of? STONES? ,? but? at most D STONES? => take 1..$1
    take a|an? KIND number of up to D STONES? => take k where $1(k) and k <= $2
    take no|not fewer|less than D STONES? => take $1..
    take D to|through D STONES? or D to|through D STONES? => take $1..$2, $3..$4
    take D to|through D STONES? or D STONES? => take $1..$2, $3
    take D to|through D STONES? or all|everything|the of? the? whole|entire? pile|heap|STONES|them? => take $1..$2, @
    take exactly D STONES? or exactly D STONES? => take $1, $2
    take D or D to|through D STONES? => take $1, $2..$3
    take one|any of D , => take $1,
    take any D STONES? STOP => take $1
    take N STONES? at most STOP => take 1..$1
    take N STONES? at least STOP => take $1..
    take exactly? half of? the? PILE|STONES? if|when the? PILE|number|it? is even => take @ / 2 where even(@)
    take D - D STONES => take $1..$2
    take D STONES? up to D STONES? => take $1..$2
    take as many STONES? as you|they like|want|please|wish ,? but|and at least D STONES? => take $1..
    take as many STONES? as you|they like|want|please|wish => take any
    take any X where => take $1 where
    take any|some? STONES => take any
    take D STONES? or all|everything|the of? the? whole|entire? pile|heap|STONES? => take $1, @
    take D , D ,? or the|a whole|entire PILE STOP => take $1, $2, @
    take D , D , D ,? or the|a whole|entire PILE STOP => take $1, $2, $3, @
    take one|1 or more STONES? => take any
    take the whole|entire? PILE but|except D STONES? => take @ - $1 where @ > $1
    take the whole|entire? PILE => take @
    # A pile in the middle of a row falls in two.
    take D STONES? or D adjacent|neighbouring|neighboring|consecutive STONES|squares|cells|boxes|ones? => take $1, $2 leaving 0..2 piles
    take D adjacent|neighbouring|neighboring|consecutive STONES|squares|cells|boxes? => take $1 leaving 0..2 piles
    # It may be crossed out.
    take a|any|one|the digit STOP => ?
    take a|one of? its|the? digits|digit of? n|it|@|the? number|PILE? => take k for k in digits(@)
    # When play ends.
    stop|stops|ends when|if => end when
    end when|if there? is|are? no STONES is|are? left|remaining|remain? => end when @ == 0
    end when|if there? is|are? only|just|exactly? D STONES? is|are? left|remaining|remain|remains? => end when @ == $1
    end when|if there? is|are? at most D STONES? is|are? left|remaining|remain? => end when @ <= $1
    end when|if there? is|are? fewer|less than D STONES? is|are? left|remaining|remain? => end when @ < $1
    # What is bound, and to what.
    for all|each|every|any K in => for $1 in
    foreach K in => for $1 in
    for N from N to|through N => for $1 in $2..$3
    for D <= N <= N => for $2 in $1..$3
    for D <= N < N => for $2 in $1..$3-1
    where|if N KIND STOP => where $2($1)
    where|if N KIND and => where $2($1) and
    # Which piles have the move.
    only if|when => where
    if|when the? PILE|number is KIND => where $1(@)
    if|when @ is KIND => where $1(@)
    unless @ is|== D STOP => where @ != $1
    unless the? PILE|number|it|@ is KIND STOP => where not $1(@)
    from|in|of a|an|any|the? PILE of|with a? size? more|greater|larger|bigger than N STONES? => where @ > $1
    from|in|of a|an|any|the? PILE of|with a? size? less|fewer|smaller than N STONES? => where @ < $1
    from|in|of a|an|any|the? PILE of|with an? KIND size => where $1(@)
    from|in|of a|an|any KIND PILE STOP => where $1(@)
    if|when there? are? more than D STONES? are? left|remain|remaining? => where @ > $1
    if|when there? are? at least D STONES? are? left|remain|remaining? => where @ >= $1
    if|when there? are? less|fewer than D STONES? are? left|remain|remaining? => where @ < $1
    ^ from|of a|any|one|the PILE of? @? STONES? ,? take => take
    ^ from|in a|the row|line of STONES ,? =>
    ^ choose a|any divisor|factor K? of the? PILE|number|@? and take|remove|subtract K|it STOP => take k where @ % k == 0
    take all|everything|it all? of? the? PILE? => take @
    take MOST the? square root of? the? PILE|STONES|number|@? => take 1..isqrt(@)
    take MOST half of? the? PILE|STONES? ,? rounded|rounding down => take 1..@ / 2
    take MOST half of? the? PILE|STONES? ,? rounded|rounding up => take 1..(@ + 1) / 2
    take MOST half of? the? PILE|STONES? ,? and|but? at least N STONES? => take $1..@ / 2
    take MOST half of? the|a|any? PILE|STONES|it? => take 1..@ / 2
    take MOST a|one|1? third of? the? PILE|STONES? => take 1..@ / 3
    take MOST a|one|1? quarter|fourth of? the? PILE|STONES? => take 1..@ / 4
    take D STONES? or exactly? half of? the? PILE|STONES|it? ,? rounded|rounding down => take $1, @ / 2
    take any STONES? ,? but|and MOST half of? the? PILE|STONES|it? => take 1..@ / 2
    take at least 1|one ,? and|but at|no|not most|more than? half of? the? PILE|STONES? => take 1..@ / 2
    take 1|one or more STONES? ,? and|but MOST half of? the|a|any? PILE|STONES|it? => take 1..@ / 2
    take any ,? but|except not? a? multiple|multiples of N => take k where k % $1 != 0
    take at least half of? the? PILE|STONES? => take k where 2 * k >= @
    take more than half of? the? PILE|STONES? => take k where 2 * k > @
    take less|fewer than half of? the? PILE|STONES? => take k where 2 * k < @
    take a|any proper divisor|factor|divisors of|from? the? PILE|STONES|@|number|size? size? => take k where @ % k == 0 and k < @
    take a|any divisor|factor of? the? PILE|STONES|@|number|size? size? less|smaller than @|it => take k where @ % k == 0 and k < @
    take a|any divisor|factor of? the? PILE|STONES|@|number|size? size? => take k where @ % k == 0
    take a|any number|amount relatively? coprime|prime to|with the? PILE|STONES|@|number|size? size? => take k where gcd(k, @) == 1
    take any|some|a number|amount|positive|nonzero number|amount? of? STONES? => take any
    take a|any? multiple of N STONES? => take k where k % $1 == 0
    take a|any nonzero|positive? digit of the? PILE|STONES|@|number|it => take k for k in digits(@)
    take multiples of N STONES? => take k where k % $1 == 0
    take a|any? perfect? cube number? of? STONES? => take k * k * k for k in 1..
    take either => take
    take any ,? but no|not more than D STONES? => take 1..$1
    take any? between N and N STONES? => take $1..$2
    take at least N STONES? ,? and|but? less|fewer than N STONES? => take $1..$2-1
    take less|fewer than N STONES? ,? and|but? at least N STONES? => take $2..$1-1
    take MOST N STONES? ,? and|but? at|no|not least|fewer|less than? N STONES? => take $2..$1
    take at least N STONES? ,? and|but? at|no|not most|more than? N STONES? => take $1..$2
    take at least N and|but at|no|not most|more than? N STONES? => take $1..$2
    take any? between N and half of? the? PILE|STONES? => take $1..@ / 2
    take from N up to|through N STONES? => take $1..$2
    take any? from N to|through N STONES? => take $1..$2
    take N to|through N STONES? => take $1..$2
    take more than N STONES? ,? and|but less|fewer than N STONES? => take $1+1..$2-1
    take more than N STONES? ,? and|but at|no|not most|more than? N STONES? => take $1+1..$2
    take more than N STONES? => take $1+1..
    take any|a number? of? STONES? greater|larger|more|bigger than N => take $1+1..
    take any|a number? of? STONES? less|smaller than the? PILE|@ STOP => take k where k < @
    take any|a number? of? STONES? less|smaller than N => take 1..$1-1
    take @ / 2 ,? rounded|rounding up => take (@ + 1) / 2
    take @ / D ,? rounded|rounding down => take @ / $1
    take a|an|any? KIND number of? STONES? ,? but|and? at|no|not most|more than? N STONES? => take k where $1(k) and k <= $2
    take a|an|any KIND number? of? STONES? less|smaller than N => take k where $1(k) and k < $2
    take a|an|any KIND number of? STONES? up to N STONES? => take k where $1(k) and k <= $2
    take MOST sqrt|isqrt ( @ ) => take 1..isqrt(@)
    take exactly|precisely? half of? the? PILE|STONES? ,? rounded|rounding down => take @ / 2
    take exactly|precisely? half of? the? PILE|STONES? ,? rounded|rounding up => take (@ + 1) / 2
    N is at least N => $1 >= $2
    N is at most N => $1 <= $2
    N is more|greater|larger|bigger than N => $1 > $2
    N is less|fewer|smaller than N => $1 < $2
    N is? an? element|member|one of => $1 in
    N is a|an? KIND KIND number? => $2($1) and $3($1)
    N is a|an? KIND number? ,? and|but at most N => $2($1) and $1 <= $3
    N is a|an? KIND number? ,? and|but at least N => $2($1) and $1 >= $3
    N is a|an? perfect? KIND number? or a|an? perfect? KIND number? => ($2($1) or $3($1))
    N is a|an perfect? KIND number? => $2($1)
    N is a power of 2|two => power_of_two($1)
    N is a|any proper divisor|factor of N => $2 % $1 == 0 and $1 < $2
    N is a|any? divisor|factor of N => $2 % $1 == 0
    N is divisible by N => $1 % $2 == 0
    N is not divisible by N => $1 % $2 != 0
    !: , but|except not => but not
    take >= D STOP => take $1..
    take > D STOP => take $1+1..
    take <= D STOP => take 1..$1
    take < D STOP => take 1..$1-1
    take >= N STONES => take $1..
    take > N STONES => take $1+1..
    take <= N STONES => take 1..$1
    take < N STONES => take 1..$1-1
    take over|above N STONES? => take $1+1..
    take under|below N STONES? => take 1..$1-1
    take D + STONES => take $1..
    take D + STOP => take $1..
    take less|fewer than N STONES? => take 1..$1-1
    take no|not more than N STONES? => take 1..$1
    take at most N STONES? => take 1..$1
    take at least N STONES? => take $1..
    take N STONES? or more STONES? => take $1..
    take N STONES? or less|fewer STONES? => take 1..$1
    take up D - D STONES => take $1..$2
    take up D => take $1
    take up any => take any
    ^ subtraction set|game? with? the? set? is|=|:? { => take {
    ^ subtraction set|game? with? the? set? is|=|:? [ => take [
    take any|one|some? of|from|in [ => take [
    take any|one|some? of|from|in { => take {
    take exactly|precisely|only|just D or D STONES? => take $1, $2
    take exactly|precisely|only|just D STONES? => take $1
    take D D => take $1, $2
    , D D => , $1, $2
    take D STONES? or a|an|any perfect? KIND number|amount? of? STONES? => take $1 take k where $2(k)
    take a|an|any perfect? KIND number|amount? of? STONES? or D STONES? => take $2 take k where $1(k)
    ,? or the|an? same|equal number|amount of? STONES? from|of both of? the|them? PILE? => each turn 1..2 piles alike
    # Of two piles, or of all?
    or the|an? same|equal number|amount of? STONES? from|of each => ?
    from|in|off|of any|some piles|heaps => ?
    , N or N => , $1, $2
    , or|and N => , $1
    take N or N => take $1, $2
    N or N STONES => $1, $2
    take a|an|any perfect? KIND number|amount? of? STONES? => take k where $1(k)
    take perfect? KIND numbers|amounts of? STONES? => take k where $1(k)
    take only? perfect? KINDS => take k where $1(k)
    take a|any power of N or => ?
    take a|any power of 2|two from @ => take k where power_of_two(k)
    take a|any power of 2|two => take k where power_of_two(k)
    take powers of 2|two => take k where power_of_two(k)
    take a|any power of N => take pow($1, k) for k in 0..
    take powers of N => take pow($1, k) for k in 0..
    take a|any? prime powers|power => ?
    take K ^|** K => ?
    take N ^|** K STONES? => take pow($1, $2) for $2 in 0..
    take K ^|** N STONES? => take pow($1, $2) for $1 in 1..
    take D to the power of? K STONES? => take pow($1, $2) for $2 in 0..
    take K squared => take $1 * $1 for $1 in 1..
    but|except not? all|everything|them all? => leaving 1 pile
    but|except not? the whole|entire|full PILE => leaving 1 pile
    take any ,? but|and at least 1|one STONES? must|has to? remain|stay|be left? STOP => take any leaving 1 pile
    N is? relatively? coprime|prime to|with N => gcd($1, $2) == 1
    from|in a|any|the? PILE of|with at least N STONES? => where @ >= $1
    from|in a|any|the? PILE of|with N or more STONES? => where @ >= $1
    from|in a|any|the? PILE of|with more than N STONES? => where @ > $1
    from|in each of D .. D PILE => each turn $1..$2 piles
    from|in each of exactly? D PILE => each turn $1 piles
    from|of|in a|any|one|the? PILE of @ =>
    or N STONES? from|in|off|of => ?
    # Of what. A turn moves in one pile where nothing else is said.
    take the|an same|equal number|amount of? STONES? from|of both|two PILE? => take any each turn 2 piles alike
    take the|an same|equal number|amount of? STONES? from|of all|every|each PILE? => take any each turn all piles alike
    # The others, or none, where one is empty?
    from|in|of all|every PILE => ?
    from|in up to N PILE => each turn 1..$1 piles
    from|in at most N PILE => each turn 1..$1 piles
    take 1 STONES? from|in 1 , 2 or 3 PILE => take 1 each turn 1..3 piles
    from|in 1 or both PILE => ?
    from|in any|either? 1|one or 2|two PILE => each turn 1..2 piles
    # From each, or from both together?
    take D STONES? from|in exactly|any? D PILE => ?
    from|in exactly|any? 2|two PILE => each turn 2 piles
    from|in exactly|any? 3|three PILE => each turn 3 piles
    from|in as many PILE as you|they like|want|please|wish => each turn 1.. piles
    from|in any number of PILE => each turn 1.. piles
    from|in|off|of a|any|one|some|exactly|just|the|either one|single|of? the? PILE =>
    from|in|off|of PILE =>
    from|off|of a|any|one|single|the row =>
    from|off the? game? board|table =>
    each turn 1|one or 2|two PILE => each turn 1..2 piles
    !each turn D .. D PILE => each turn $1..$2 piles
    each turn D .. D heaps => each turn $1..$2 piles
    # Splitting.
    split into|in exactly|precisely D => split into $1
    split into|in? 2|two PILE|parts? whose|that sizes? differ by at least D => split into a, b where abs(a - b) >= $1
    leaving at most N => leaving 0..$1
    leaving up to N => leaving 0..$1
    leaving no|not more than N => leaving 0..$1
    leaving D PILE or less|fewer => leaving 0..$1 piles
    split into any STOP => split into 2..
    split into D + PILE|parts? STOP => split into $1..
    split @ into K + K => split into $1, $2
    split @ into => split into
    split into K +|and K => split into $1, $2
    split a|any|one|the? pile|heap? in half => split into 2 equal
    split a|any|one|the? PILE into|in => split into
    split a|any|one|the PILE => split into 2
    split into|in N non|not -? equal PILE|parts => split into $1 unequal
    split into|in N non|not -? equal - sized PILE|parts => split into $1 unequal
    split into|in N PILE|parts that|which? are? not of? the? equal|same sizes|size? => split into $1 unequal
    split into|in N unequal|different|distinct|non-empty? PILE|parts of different sizes|size => split into $1 unequal
    split into|in N PILE|parts of different|unequal|distinct sizes|size => split into $1 unequal
    split into|in N PILE|parts of equal|the same? sizes|size => split into $1 equal
    split into|in N equal PILE|parts|halves => split into $1 equal
    split into|in N different|distinct|unequal PILE|parts => split into $1 unequal
    split the? PILE? into|in D or D equal PILE|parts => split into $1 equal split into $2 equal
    split the? PILE? into|in D or D PILE|parts => split into $1 split into $2
    split into|in equal? halves => split into 2 equal
    split into|in N or more smaller|nonempty|new? parts|PILE => split into $1..
    split into|in N to|through N smaller|nonempty|new? parts|PILE => split into $1..$2
    split into|in at most N smaller|nonempty|new? parts|PILE => split into 2..$1
    split in D => split into $1
    # How many?
    split into|in equal|unequal PILE|parts => ?
    split it|them into|in => split into
    split it|them => split into 2
    split into|in N smaller|nonempty|new parts|PILE => split into $1
    split into|in N parts|heaps => split into $1
    ,? or split => split
    , split => split
    ,? or take => take
    # The end.
    normal play? =>
    ,? in|with|under the? misere play|game|rules|version => misere
    ,? in turn STOP =>
    ,? by turns STOP =>
    ,? alternately|alternatingly|alternating STOP =>
    ,? one after another|the other STOP =>
    misere play|game|rules|version => misere
    ,|and|but misere => misere
    ,? on|in your|his|her|their turn|move =>
    , leaving D PILE => leaving $1 piles
    # What is crossed out of a row, a board or a number is no amount.
    ^ cross|strike out|off a|any|one|the|an|1? digit|digits|square|number|divisor|factor|prime|multiple|power => ?
    ^ delete|erase a|any|one|the|an|1? digit|digits|square|number|divisor|factor|prime|multiple|power => ?
    # Other verbs.
    ^ reduce|decrease a|any|one|the? pile|heap|number|@|it by => take
    ^ divide|cut|break|separate => split
    ^ remove|subtract|delete|pick|eat|discard|withdraw|grab => take
    ^ each|every player ,? on|in? his|her|their? turn? ,? may|can|must? takes|removes|subtracts|picks|take|remove|subtract|pick => take
    ^ a|each|every move|turn|step removes|takes|subtracts => take
    ^ a|each|every move|turn|step consists of|in removing|taking => take
    ^ the player|person whose turn it is will|may|can|must? take|takes|remove|removes => take
    # Of a game it is a picture.
    ^ draw D STOP => ?
    ^ draw|discard => take
    ^ cross|throw|knock|bowl off|out|away|down|over => take
    take away => take
    or divide|cut|break|separate => or split
    or remove|subtract => or take
    and may|can divide|cut|break|separate => and may split
    and divide|cut|break|separate => and split
    per turn|move|round =>
    ,? on|in|at|during each|every|one|a turn|move|round STOP =>
    each|every turn|move|round|time STOP =>
    at a time =>
    # What is counted.
    STONES from|off|of? a|any|one|the? PILE? =>
",
    )
});

/// What is said of the end, beside what single words of an ending say.
pub(crate) static ENDINGS: Table = LazyLock::new(|| {
    Row::all(
        r"
    ,? and|but? if|when you|someone|anyone cannot move|play|do|go? it|so|this|that? ,? you|they lose STOP =>
    ,? and|but? if|when a|the? player cannot move|play|do|go? it|so|this|that? ,? they|he|she|that|the? player? lose|loses STOP =>
    ,? and|but? if|when a|the? player cannot move|play|go ,? they|he|she|that|the? player? win|wins STOP => misere
    ,? and|but? if|when a|the? player cannot take|remove|pick a|any? more? STONES|one ,? they|he|she|that|the? player? lose|loses STOP =>
    ,? and|but? if|when a|the? player cannot take|remove|pick a|any? more? STONES|one ,? they|he|she|that|the? player? win|wins STOP => misere
    ,? and|but? you|a|the? player? lose|loses if|when you|they|he|she cannot move|play|go? STOP =>
    ,? and|but? you|a|the? player? lose|loses if|when you|they|he|she take|takes|remove|removes|get|gets the? last one|STONES? STOP => misere
    ,? and|but? a|the? player|person|one who|that takes|take the? last STONES|one? STOP ,? loses|lose STOP => misere
    ,? and|but? a player|person who|that takes|removes|makes the last STONES|one|move loses STOP => misere
    ,? and|but? a player|person who|that takes|removes|makes the last STONES|one|move wins STOP =>
    ,? and|but? who|whoever takes|take the? last STONES|one? wins|win STOP =>
    ,? and|but? who|whoever takes|take the? last STONES|one? loses|lose STOP => misere
    ,? and|but? a|the? first? player|person|one? who|that|to can not take|move|play|go loses|lose STOP =>
    ,? and|but? a|the first? player|person|one? who|that cannot take|move|play|go loses|lose STOP =>
    ,? and|but? the? player|person|one|whoever? who|that|to? reaches|reach 0|zero first? wins STOP =>
    ,? and|but? the? player|person|one|whoever? who|that|to? gets|get to 0|zero first? wins STOP =>
    ,? and|but? the? player|person|one|whoever? who|that|to? reaches|reach 0|zero first? loses STOP => misere
    ,? and|but? the? player|person|one|whoever? who|that|to? gets|get to 0|zero first? loses STOP => misere
    ,? and|but? the? player|person|one|whoever? who|that? is? forced|obliged|made|has to take|remove|pick the? last one|STONES? loses STOP => misere
    ,? and|but? the? player|person|one|whoever? who|that? is? forced|obliged|made|has to take|remove|pick the? last one|STONES? is the? loser STOP => misere
    ,? and|but? the? player|person|one|whoever? who|that? is? left with the? last one|STONES? loses STOP => misere
    ,? and|but? you|a|the? player? win|wins if|when you|they|he|she take|takes|remove|removes|get|gets the? last one|STONES? STOP =>
    ,? and|but? you|a|the? player? lose|loses by taking the? last one|STONES? STOP => misere
    ,? and|but? you|a|the? player? win|wins by taking the? last one|STONES? STOP =>
    ,? and|but? the? aim|goal|object|objective is to avoid taking the? last one|STONES? STOP => misere
    ,? and|but? the? aim|goal|object|objective is to take the? last one|STONES? STOP =>
    ,? and|but? whoever cannot move|play|go ,? loses STOP =>
    ,? and|but? whoever|who cannot take|remove a|any? STONES loses STOP =>
    ,? and|but? if|when a|the? player cannot move|play|go ,? the? other player wins STOP =>
    ,? and|but? if|when no STONES are|is left|remain ,? the? player to move loses STOP =>
    ,? and|but? the first to be unable to move loses STOP =>
    ,? and|but? whoever can not move|play|go ,? loses STOP =>
    ,? and|but? if|when you take the last one|STONES? ,? you lose STOP => misere
    ,? and|but? if|when you take the last one|STONES? ,? you win STOP =>
    ,? and|but? the? player|person|one|whoever who|that|to? takes|take|took|removes|remove|removed|makes|make|made the? last STONES|one|move is|will be? the? winner STOP =>
    ,? and|but? the? player|person|one taking|removing|making the? last STONES|one|move wins|win STOP =>
    ,? and|but? the? player|person|one taking|removing|making the? last STONES|one|move is|will be? the? winner STOP =>
    ,? and|but? the? player|person|one taking|removing|making the? last STONES|one|move loses|lose STOP => misere
    ,? and|but? the? player|person|one taking|removing|making the? last STONES|one|move is|will be? the? loser STOP => misere
    ,? and|but? the? player|person|one|whoever who|that|to? takes|take|took|removes|remove|removed|makes|make|made the? last STONES|one|move is|will be? the? loser STOP => misere
    ,? and|but? a|the first? player|person|one who|that cannot move|play|go loses STOP =>
    ,? and|but? a|the? first player|person|one who|that cannot move|play|go loses STOP =>
    ,? and|but? a|the? first player|person|one who|that cannot move|play|go wins STOP => misere
    ,? and|but? a|the first? player|person|one who|that is unable to make? a? move|play|go loses STOP =>
    ,? and|but? if|when a|the? player is unable to make? a? move|play|go ,? they|he|she|that|the? player? lose|loses the? game? STOP =>
    ,? and|but? a|the? first? player|person|one unable to move|play|go loses STOP =>
    ,? and|but? a|the? first? player|person|one unable to move|play|go wins STOP => misere
    ,? and|but? the? last player|person|one able to move|play|go wins STOP =>
    ,? and|but? the? last player|person|one able to move|play|go loses STOP => misere
    ,? and|but? a|the? first? player|person|one with|having no legal|valid|possible|available|more? move|moves left|remaining? loses STOP =>
    ,? and|but? a|the? first? player|person|one with|having no legal|valid|possible|available|more? move|moves left|remaining? wins STOP => misere
    ,? and|but? a|the? first? player|person|one who|that has no legal|valid|possible|available|more? move|moves left|remaining? loses STOP =>
    ,? and|but? a|the? first? player|person|one who|that has no legal|valid|possible|available|more? move|moves left|remaining? wins STOP => misere
    ,? and|but? a|the? player|person|one? loses if|when you|he|she|they has|have no legal|valid|possible|available|more? move|moves left|remaining? STOP =>
    ,? and|but? you lose if|when you have no legal|valid|possible|available|more? move|moves left|remaining? STOP =>
    ,? and|but? a|the? first? player|person|one who|that cannot take|remove any more? STONES|one? loses STOP =>
    ,? and|but? the? last mover wins STOP =>
    ,? and|but? the? last mover loses STOP => misere
    ,? and|but? whoever|who runs out of moves loses STOP =>
    ,? and|but? whoever|who has no legal|valid|possible|available|more? move|moves left|remaining? loses STOP =>
    ,? and|but? the? loser takes the? last STONES|one? STOP => misere
    ,? and|but? the? winner takes the? last STONES|one? STOP =>
    ,? and|but? the? loser is the? player|person|one? who|that|whoever takes|took|removes|removed|makes|made|gets|got the? last STONES|one|move? STOP => misere
    ,? and|but? the? winner is the? player|person|one? who|that|whoever takes|took|removes|removed|makes|made|gets|got the? last STONES|one|move? STOP =>
    ,? and|but? the? loser is the? first? player|person|one? who|that|whoever cannot move|play|go STOP =>
    ,? and|but? the? winner is the? first? player|person|one? who|that|whoever cannot move|play|go STOP => misere
",
    )
});

/// Rows of questions: what is said before a position or a game.
pub(super) static QUESTIONS: Table = LazyLock::new(|| {
    Row::all(
        r"
    who wins|won|moves => winner
    who will|would|is win|winning => winner
    what should|would|do|can I|i|we|you play|do|move|take in|at|from|on => best
    best move|moves of|for|from|in|at => best
    winning move|moves of|for|from|in|at => winning
    moves|options of|for|from|in|at => moves
    grundy|nim|sg value|number of|for|at? => grundy
    grundy of|for|at => grundy
    nimber|value of|for|at => grundy
    explain why|how? => explain
    winner of|in|at|for => winner
    period of|for => period
    rules|rule of|for => describe
    nim sum of? => xor
",
    )
});

/// Whole questions, and how they are written.
pub(super) static WHOLE: Table = LazyLock::new(|| {
    Row::all(
        r"
    first D grundy|nim|sg? values|numbers|nimbers of|for K => values($2, 0..$1-1)
    grundy|nim|sg? values|numbers|nimbers of|for K up? to D => values($1, 0..$2)
    K values|numbers|nimbers up? to D => values($1, 0..$2)
    grundy|nim|sg value|number of|for D in|for K => grundy($2[$1])
    nimber of|for D in|for K => grundy($2[$1])
    is K periodic => period($1)
    losing|cold|p positions of|in|for K => losing($1)
    p - positions of|in|for K => losing($1)
    what is|are a|an|the? K => describe($1)
    why is P a? lost|losing|cold|won|winning|hot position? => explain($1)
    why does P lose|win => explain($1)
    is P a? lost|losing|cold position? => winner($1) == second
    is P a? won|winning|hot position? => winner($1) == first
    is P a? p - position => winner($1) == second
    is P an? n - position => winner($1) == first
",
    )
});

/// What may stand before and behind a question.
pub(super) const ASKED: &[&str] = &[
    "what is|are the?",
    "what ' s the?",
    "find|give|show|tell|compute|calculate me? the?",
    "the|a",
];
