// Reads our files with LibreOffice.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const OFFICE = '/usr/bin/soffice'

export const hasLibreOffice = existsSync(OFFICE)

/** The cells of a CSV file as LibreOffice reads and calculates them; undefined if it is not installed. */
export function cellsInLibreOffice(file: string): string[][] | undefined {
  if (!hasLibreOffice) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'stodpunkt-calc-'))
  try {
    // Input: semicolons, double quotes, UTF-8, no column formats. Output: tabs, nothing quoted.
    const args = [
      '--headless',
      `-env:UserInstallation=file://${folder}/profile`,
      '--convert-to',
      'csv:Text - txt - csv (StarCalc):9,0,76,1,,0,false,true,false,false',
    ]
    const { error } = spawnSync(
      OFFICE,
      [...args, '--infilter=Text - txt - csv (StarCalc):59,34,76,1,,1053,false,false', '--outdir', folder, file],
      {
        // For a program that hangs: it starts with an empty profile, which takes a minute on a busy machine.
        timeout: 200_000,
      },
    )
    if (error) throw error
    const [name = ''] = file.split('/').slice(-1)
    return readFileSync(join(folder, name.replace(/\.\w+$/, '.csv')), 'utf8')
      .replace(/\n+$/, '')
      .split('\n')
      .map((line) => line.split('\t'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
