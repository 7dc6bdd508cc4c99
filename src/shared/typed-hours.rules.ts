// Hours in input fields, where people write '2,5'.

/** '2,5' or '2' hours in whole minutes; undefined for anything else. */
export function minutesOfHours(text: string): number | undefined {
  const [, full, rest = ''] = /^\s*(\d{1,5})(?:[,.](\d{1,2}))?\s*$/.exec(text) ?? []
  if (full === undefined) return undefined
  const hundredths = Number(full) * 100 + Number(rest.padEnd(2, '0'))
  return (hundredths * 60) % 100 === 0 ? (hundredths * 60) / 100 : undefined
}

/** '2,5' for 150 minutes. */
export function hoursOf(minutes: number): string {
  const hundredths = Math.round((minutes * 100) / 60)
  return String(hundredths / 100).replace('.', ',')
}
