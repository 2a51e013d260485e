const KIB = 1_024;

/** Formats a size, such as `2.4 KB`. */
export function writeSize(bytes: number): string {
  if (bytes < KIB) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const [size, unit] = bytes < KIB ** 2 ? [bytes / KIB, 'KB'] : [bytes / KIB ** 2, 'MB'];
  return `${size.toLocaleString('en-US', { maximumFractionDigits: 1 })} ${unit}`;
}
