/**
 * Why an outage stands in the journal that was none of the stream: what came in that time could not be written down. It is
 * known to have lost something, so it is reported however short it was.
 */
export const EVENTS_NOT_WRITTEN = 'unwritten';

/** Why one stands there that is the time from the making of a backup until it was restored: everybody is told of it once, apart. */
export const RESTORED = 'restored';
