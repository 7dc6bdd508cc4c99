/** The founder's portrait: a generic drawn person with a coil of cable. */
export function Portrait({ className = '' }: { className?: string }) {
  return (
    <svg
      viewBox="10 10 300 370"
      width="300"
      height="370"
      fill="none"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      role="img"
      aria-label="Tecknat porträtt"
      className={className}
    >
      <g className="stroke-primary">
        <path d="M12 378V160A148 148 0 0 1 308 160V378Z" className="fill-primary-soft" />
        {/* Hair behind the face */}
        <path
          d="M96 236C82 190 86 92 162 86C236 84 242 184 226 236C214 250 202 250 196 240L200 150H120L124 240C116 250 104 248 96 236Z"
          className="fill-drawing-dark"
        />
        {/* Shoulders and sweater */}
        <path d="M30 378C32 318 70 296 126 284H194C250 296 288 318 290 378Z" className="fill-wall" />
        <path d="M82 378V350M238 378V350" />
        <path d="M138 246V276C142 294 178 294 182 276V246" className="fill-wall" />
        <path d="M126 284C128 322 192 322 194 284L182 274C180 296 140 296 138 274Z" className="fill-wall" />
        {/* Face */}
        <path
          d="M112 170C112 228 134 258 160 258C186 258 208 228 208 170C208 128 190 112 160 112C130 112 112 128 112 170Z"
          className="fill-wall"
        />
        <path
          d="M108 178C106 142 122 116 150 110C136 130 124 140 112 150ZM150 110C170 134 196 146 212 178C216 138 200 104 160 104Z"
          className="fill-drawing-dark"
        />
        {/* Glasses, brows, nose, mouth */}
        <circle cx="139" cy="184" r="16" />
        <circle cx="181" cy="184" r="16" />
        <path d="M155 182C157 179 163 179 165 182M123 182L112 178M197 182L208 178" />
        <path d="M139 185v.1M181 185v.1" strokeWidth="6" />
        <path d="M160 192V207C160 210 164 210 166 209M142 228C150 238 170 238 178 228" />
      </g>
      <g className="stroke-accent">
        <path d="M54 378C48 326 80 294 102 294C128 294 136 326 130 378" />
        <path d="M66 378C62 332 86 304 102 304C119 304 125 332 119 378" />
        <path d="M78 378C76 342 91 315 102 315C111 315 113 344 108 378" />
      </g>
    </svg>
  )
}
