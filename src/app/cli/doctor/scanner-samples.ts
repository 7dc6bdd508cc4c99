// Test data for the virus scanner.
import { gzipSync } from 'node:zlib'
import { FILE_MAX_BYTES } from '#features/files/files.contract.ts'

const MIB = 1024 * 1024
const BLOCK = 512
/** Largest filler in whole MiB with which the archive is within the size limit of a file. */
export const FILLER_MIB = Math.floor(FILE_MAX_BYTES / MIB) - 1
/** More than the 100 levels that clamd can be set to unpack (MaxRecursion). */
const NESTED_LEVELS = 110

/**
 * The EICAR test file, which every scanner detects and which is harmless; in parts, so that this source file is not
 * detected.
 */
export const EICAR = Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('-'))

/** An archive of the maximum size of a file, with the EICAR file at its end. */
export function* eicarBehindFiller(): Generator<Buffer> {
  yield tarHeader('fyllnad.bin', FILLER_MIB * MIB)
  const filler = Buffer.alloc(MIB)
  for (let sent = 0; sent < FILLER_MIB; sent++) yield filler
  yield tarHeader('eicar.com', EICAR.length)
  yield Buffer.concat([EICAR, Buffer.alloc(BLOCK - EICAR.length)])
  yield Buffer.alloc(2 * BLOCK)
}

/** A harmless file, nested deeper than any scanner unpacks. */
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
  // The checksum counts its own field as spaces.
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  const checksum = header.reduce((sum, byte) => sum + byte, 0)
  header.write(`${octal(checksum, 6)}\0 `, 148)
  return header
}
