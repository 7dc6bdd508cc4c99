// Base 32 by Crockford: without letters that look like digits or form words by chance.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** 80 bits. */
const LENGTH = 16

/** A code in its canonical form, from a source of random bytes. */
export const newRecoveryCode = (randomBytes: (count: number) => Uint8Array): string =>
  Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')

/** A code as it is typed, in its canonical form: case, spaces and hyphens do not matter, nor do letters taken for digits. */
export const canonicalCode = (typed: string): string =>
  typed.toLowerCase().replace(/[\s-]/g, '').replace(/[il]/g, '1').replace(/o/g, '0')
