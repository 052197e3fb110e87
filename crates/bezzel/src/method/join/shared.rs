//! The lists of the bands in work, shared by the threads that work on them and dropped with the last of these.

use super::quarter::Lists;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// Where a band's lists are while somebody needs them.
type Place = Arc<Mutex<Weak<Lists>>>;

/// See the module's text.
#[derive(Default)]
pub(super) struct SharedLists {
    places: Mutex<Vec<(u64, Place)>>,
}

impl SharedLists {
    /// The lists of a band: those that another thread has, or new ones; `None` if they were not made. Who comes second
    /// waits for who makes them.
    pub fn get(&self, band: u64, make: impl FnOnce() -> Option<Lists>) -> Option<Arc<Lists>> {
        let place = self.place(band);
        let mut lists = lock(&place);
        if let Some(lists) = lists.upgrade() {
            return Some(lists);
        }
        let made = Arc::new(make()?);
        *lists = Arc::downgrade(&made);
        Some(made)
    }

    fn place(&self, band: u64) -> Place {
        let mut places = lock(&self.places);
        // a place that nobody else holds can be looked into, and goes if it is empty
        places.retain(|(_, place)| Arc::strong_count(place) > 1 || lock(place).strong_count() > 0);
        if let Some((_, place)) = places.iter().find(|(of, _)| *of == band) {
            return Arc::clone(place);
        }
        let place = Place::default();
        places.push((band, Arc::clone(&place)));
        place
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
