/** The reason of an outage in which events could not be written. It lost events, so it is reported however short it was. */
export const EVENTS_NOT_WRITTEN = 'unwritten';

/** The reason of an outage from the making of a backup until its restore. All targets are notified of it separately. */
export const RESTORED = 'restored';

/** The reason of notices that were dropped while their target was paused. */
export const TARGET_PAUSED = 'target paused';

/** The reason of a retried message that ended because all of its feeds and watches were removed. */
export const UNWANTED = 'unwanted';
