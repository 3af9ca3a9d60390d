#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tochki_fuzz::openings::check(data));
