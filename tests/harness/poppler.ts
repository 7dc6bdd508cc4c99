// Reads PDFs with poppler, as another program than ours.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export const hasPoppler = existsSync('/usr/bin/pdftotext')

/** Its text in the arrangement of the page, with ordinary spaces. */
export const textInPoppler = (pdf: Uint8Array): string =>
  execFileSync('/usr/bin/pdftotext', ['-layout', '-enc', 'UTF-8', '-', '-'], { input: pdf })
    .toString()
    .replaceAll('\u00a0', ' ')
