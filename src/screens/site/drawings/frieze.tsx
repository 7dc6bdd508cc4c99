const poles = [60, 300, 560, 800, 1060, 1320, 1580]
const spruces = [20, 218, 244, 350, 480, 516, 740, 972, 998, 1092, 1240, 1360, 1388, 1545]
const cottages = [110, 600, 858, 1130, 1432]

/** The drawing above the footer: houses with the cable between poles. */
export function Frieze() {
  return (
    <svg
      viewBox="0 0 1600 130"
      preserveAspectRatio="xMidYMax slice"
      width="1600"
      height="130"
      fill="none"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="h-32 w-full"
    >
      <g className="stroke-line-strong">
        <path d="M0 128.5H1600" />
        {spruces.map((x) => (
          <path key={x} d={`M${x} 128V118M${x} 70l-11 22h6l-11 26h32l-11-26h6Z`} />
        ))}
        {cottages.map((x) => (
          <path
            key={x}
            d={`M${x} 128V96l36-24 36 24v32M${x - 8} 101l44-30 44 30M${x + 50} 79V66h10v20M${x + 46} 128v-24h14v24M${x + 14} 104h14v13h-14Z`}
            className="fill-drawing-light"
          />
        ))}
        <path d="M390 128V98h60v30M408 98V84l12-20 12 20v14M420 128v-14M402 108v8M438 108v8" />
        <path d="M1290 128V66h-34v62M1267 80v.1M1279 80v.1M1267 94v.1M1279 94v.1M1267 108v.1M1279 108v.1" />
        {poles.map((x) => (
          <path key={x} d={`M${x} 128V26M${x - 14} 34h28`} />
        ))}
      </g>
      <path d={`M0 42Q30 44 60 30${spans}Q1590 36 1600 38`} className="stroke-accent" />
    </svg>
  )
}

const spans = poles
  .slice(1)
  .map((x, at) => `Q${(x + (poles[at] ?? 0)) / 2} 72 ${x} 30`)
  .join('')
