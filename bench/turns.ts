// Measures builds alternately, because absolute numbers on one machine differ by a factor of two from hour to hour.
import { formatSpread, spreadOf } from './part.ts'
import type { Build } from './stage.ts'

/** By label; the label ends with the unit. */
export type Measured = Record<string, number>

/**
 * The results of each build by label, from every round but the first, which warms up. The order of the builds
 * alternates.
 */
export async function inTurns(
  builds: readonly Build[],
  rounds: number,
  measure: (build: Build, round: number) => Promise<Measured>,
) {
  const results = new Map<string, Map<string, number[]>>()
  for (let round = 0; round <= rounds; round++) {
    for (const build of round % 2 === 0 ? builds : builds.toReversed()) {
      const measured = await measure(build, round)
      if (round > 0) for (const [label, value] of Object.entries(measured)) add(results, label, build.name, value)
    }
  }
  print(builds, results)
}

function add(results: Map<string, Map<string, number[]>>, label: string, build: string, value: number) {
  const ofLabel = results.get(label) ?? new Map<string, number[]>()
  results.set(label, ofLabel)
  ofLabel.set(build, [...(ofLabel.get(build) ?? []), value])
}

/** With a second build, the ratio is the median of the rounds' ratios of this build to the second. */
function print([own, beside]: readonly Build[], results: Map<string, Map<string, number[]>>) {
  const rows = [...results].map(([label, ofLabel]) => {
    const valuesOf = (build: Build | undefined) => (build && ofLabel.get(build.name)) ?? []
    const ours = valuesOf(own)
    const theirs = valuesOf(beside)
    const ratios = ours.map((value, index) => value / (theirs[index] ?? Number.NaN))
    const digits = spreadOf(ours).median < 20 ? 2 : 0
    return {
      'median (min–max)': label,
      'this build': formatSpread(spreadOf(ours), digits),
      ...(beside && {
        [beside.name]: formatSpread(spreadOf(theirs), digits),
        ratio: formatSpread(spreadOf(ratios), 2),
      }),
    }
  })
  console.table(rows)
}
