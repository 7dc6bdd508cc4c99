/** The 404 page's drawing: an unplugged cable. */
export function LooseCable() {
  return (
    <svg
      viewBox="0 0 420 240"
      width="420"
      height="240"
      fill="none"
      aria-hidden="true"
      className="h-auto w-full max-w-md justify-self-end"
    >
      <g strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" className="stroke-primary">
        <rect x="18" y="116" width="44" height="64" rx="8" />
        <path d="M34 150v10M46 150v10" />
        <rect x="282" y="96" width="122" height="52" rx="10" />
        <path d="M304 96V40M382 96V40" />
        <path d="M362 122h22" />
        <path d="M302 148v10M384 148v10" />
      </g>
      <g strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" className="stroke-accent">
        <path d="M62 156C112 156 118 212 168 208C216 204 208 142 170 142C138 142 138 186 172 190C206 194 214 168 222 150" />
        <path d="M214 150l18 6 6-20-18-6zM224 132l3-9M234 135l3-9" />
      </g>
    </svg>
  )
}
