const poles = [60, 300, 560, 800, 1060, 1320, 1580]
const spruces = [20, 120, 144, 372, 470, 700, 724, 876, 1130, 1156, 1260, 1410, 1500]
const cottages = [200, 620, 960, 1200, 1450]

/** The neighbourhood along the foot of every page, with the cable from pole to pole. */
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
          <path key={x} d={`M${x} 128V118M${x} 66l-12 24h7l-11 28h32l-11-28h7Z`} />
        ))}
        {cottages.map((x) => (
          <path
            key={x}
            d={`M${x} 128V92l36-26 36 26v36M${x - 8} 98l44-32 44 32M${x + 50} 75V60h10v22M${x + 46} 128v-26h14v26M${x + 14} 102h16v14h-16Z`}
          />
        ))}
        <path d="M400 128V84h56v44M420 84V56l10-26 10 26v28M430 30V20M425 24h10M430 128v-16M412 100v8M446 100v8" />
        <path d="M770 128V70h-60v58M1290 128V60h-40v68M1262 74v.1M1278 74v.1M1262 90v.1M1278 90v.1M1262 106v.1M1278 106v.1M724 86h10M746 86h10M724 104h10M746 104h10" />
        {poles.map((x) => (
          <path key={x} d={`M${x} 128V26M${x - 14} 34h28`} />
        ))}
      </g>
      <path
        d={`M0 44Q30 52 60 30${poles
          .slice(1)
          .map((x, at) => `Q${(x + (poles[at] ?? 0)) / 2} 84 ${x} 30`)
          .join('')}Q1590 36 1600 42`}
        className="stroke-cable"
      />
    </svg>
  )
}
