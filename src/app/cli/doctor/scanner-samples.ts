// What the virus scanner is tried with.
import { gzipSync } from 'node:zlib'
import { FILE_MAX_BYTES } from '#features/files/files.contract.ts'

const MIB = 1024 * 1024
const BLOCK = 512
/** As much as one file may have but for the test file, in whole MiB. */
export const FILLER_MIB = Math.floor(FILE_MAX_BYTES / MIB) - 1
/** The most levels that clamd can be set to look into (MaxRecursion) are 100. */
const NESTED_LEVELS = 110

/** The test file of EICAR, which every scanner reports and which does nothing; in parts, so that this file is not reported. */
export const EICAR = Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('-'))

/** An archive as large as a file may be, with the test file at its end. */
export function* eicarBehindFiller(): Generator<Buffer> {
  yield tarHeader('fyllnad.bin', FILLER_MIB * MIB)
  const filler = Buffer.alloc(MIB)
  for (let sent = 0; sent < FILLER_MIB; sent++) yield filler
  yield tarHeader('eicar.com', EICAR.length)
  yield Buffer.concat([EICAR, Buffer.alloc(BLOCK - EICAR.length)])
  yield Buffer.alloc(2 * BLOCK)
}

/** Harmless, and packed more often than any scanner unpacks. */
export function nestedTooDeep(): Buffer {
  let packed = Buffer.alloc(BLOCK, 'x')
  for (let level = 0; level < NESTED_LEVELS; level++) packed = gzipSync(packed, { level: 0 })
  return packed
}

function tarHeader(name: string, bytes: number): Buffer {
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  header.write(name, 0)
  header.write(`${octal(0o644, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0${octal(bytes, 11)}\0${octal(0, 11)}\0`, 100)
  // The checksum is taken over spaces in its own place.
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  const checksum = header.reduce((sum, byte) => sum + byte, 0)
  header.write(`${octal(checksum, 6)}\0 `, 148)
  return header
}
