/**
 * Why an outage stands in the journal that was none of the stream: what came in that time could not be written down. It is
 * known to have lost something, so it is reported however short it was.
 */
export const EVENTS_NOT_WRITTEN = 'unwritten';
