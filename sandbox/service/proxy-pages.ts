/** Pages of the proxy in front of the service while it is down. */
export const BAD_GATEWAY_PAGE =
  '<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body><h1>Bad gateway</h1><p>The origin is down.</p></body></html>\n';

/** A page with status 200 in place of data, as captive portals and parked domains show it. */
export const PARKED_PAGE =
  '<!DOCTYPE html>\n<html><head><title>Just a moment...</title></head><body>Checking your browser.</body></html>\n';
