// Measures builds alternately, because absolute numbers on one machine differ by a factor of two from hour to hour.
import { formatSpread, spreadOf } from './part.ts'

/** By label; the label ends with the unit. */
export type Measured = Record<string, number>
type Named = { name: string }
type Results = Map<string, Map<string, number[]>>

/**
 * Takes each measurement of all builds in turns, in every round but the first, which warms up, and prints one table. The
 * order of the builds alternates.
 */
export async function inTurns<Build extends Named>(
  builds: readonly Build[],
  rounds: number,
  measurements: readonly ((build: Build, round: number) => Promise<Measured>)[],
) {
  const results: Results = new Map()
  for (const measure of measurements)
    for (let round = 0; round <= rounds; round++) {
      for (const build of round % 2 === 0 ? builds : builds.toReversed()) {
        const measured = await measure(build, round)
        if (round > 0) for (const [label, value] of Object.entries(measured)) add(results, label, build.name, value)
      }
    }
  print(builds, results)
}

function add(results: Results, label: string, build: string, value: number) {
  const ofLabel = results.get(label) ?? new Map<string, number[]>()
  results.set(label, ofLabel)
  ofLabel.set(build, [...(ofLabel.get(build) ?? []), value])
}

/** With a second build, the ratio is the median of the rounds' ratios of this build to the second. */
function print([own, beside]: readonly Named[], results: Results) {
  const rows = [...results].map(([label, ofLabel]) => {
    const valuesOf = (build: Named | undefined) => (build && ofLabel.get(build.name)) ?? []
    const ours = valuesOf(own)
    const theirs = valuesOf(beside)
    const ratios = ours.map((value, index) => value / (theirs[index] ?? Number.NaN))
    const digits = spreadOf(ours).median < 20 ? 2 : 0
    return {
      'median (min–max)': label,
      [own?.name ?? '']: formatSpread(spreadOf(ours), digits),
      ...(beside && {
        [beside.name]: formatSpread(spreadOf(theirs), digits),
        ratio: formatSpread(spreadOf(ratios), 2),
      }),
    }
  })
  console.table(rows)
}
