import type { ReactNode } from 'react'

/** 240 × 180 and unscaled, so that its cable at y 171.5 meets the cable of PageHead. */
function HeadDrawing({ children, cable }: { children: ReactNode; cable: string }) {
  return (
    <svg
      viewBox="0 0 240 180"
      width="240"
      height="180"
      fill="none"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="block overflow-visible"
    >
      <path d={cable} className="stroke-accent" />
      <g className="stroke-primary">{children}</g>
    </svg>
  )
}
const loop = 'M0 171.5H26C54 171.5 62 138 43 138C24 138 32 171.5 60 171.5H240'

export const MailboxDrawing = () => (
  <HeadDrawing cable={loop}>
    <path d="M132 118V170M152 118V170" />
    <path d="M86 118V84A28 28 0 0 1 114 56H178A28 28 0 0 1 206 84V118Z" className="fill-wall" />
    <path d="M86 118V84A28 28 0 0 1 142 84V118" />
    <path d="M182 84V36H200V50H182" className="fill-drawing-light" />
    <path d="M66 84H122V118H66ZM66 84L94 104L122 84" className="fill-wall" />
    <path d="M28 66h22M18 82h26M34 98h16" />
  </HeadDrawing>
)
export const ToolsDrawing = () => (
  <HeadDrawing cable="M0 171.5H14C34 171.5 34 154 44 152M240 171.5H106C96 171.5 98 158 92 158">
    <path d="M48 92H100Q106 92 106 98V148H42V98Q42 92 48 92Z" className="fill-wall" />
    <path d="M34 148H114L118 158Q118 162 114 162H34Q30 162 30 158Z" className="fill-wall" />
    <path d="M62 110h.1M86 110h.1" strokeWidth="6" />
    <path d="M62 132C69 124 79 124 86 132" className="stroke-accent" />
    <path d="M174 104V50M166 50h16l-3-26h-10ZM174 104l-4-10h8Z" className="fill-drawing-light" />
    <path d="M200 104V62C190 58 188 42 196 34V50H208V34C216 42 214 58 204 62V104" className="fill-wall" />
    <path d="M140 116Q140 110 146 110H226Q232 110 232 116V168H140Z" className="fill-wall" />
    <path d="M164 110V100Q164 92 172 92H200Q208 92 208 100V110M140 134H178M194 134H232M178 128H194V144H178Z" />
  </HeadDrawing>
)
export const TableDrawing = () => (
  <HeadDrawing cable="M0 171.5H84C108 171.5 104 150 120 150C136 150 132 171.5 156 171.5H240">
    <path d="M52 124H188M66 124V170M174 124V170" />
    <circle cx="50" cy="56" r="15" className="fill-wall" />
    <path d="M34 60C30 34 66 30 66 52C56 54 46 48 40 54Z" className="fill-drawing-dark" />
    <path d="M46 73C28 80 24 108 28 136H54V170M48 92C52 106 62 112 82 114M12 88V140H36M14 140V170M36 140V170" />
    <circle cx="190" cy="56" r="15" className="fill-wall" />
    <path d="M206 70C214 40 196 34 184 38C172 40 172 50 178 54C188 56 196 50 200 56Z" className="fill-drawing-dark" />
    <path d="M194 73C212 80 216 108 212 136H186V170M192 92C188 106 178 112 158 114M228 88V140H204M226 140V170M204 140V170" />
    <path d="M92 124V108H108V118Q108 124 102 124ZM108 112Q115 112 114 117Q113 121 107 120" className="fill-wall" />
    <path d="M132 124V108H148V118Q148 124 142 124ZM132 112Q125 112 126 117Q127 121 133 120" className="fill-wall" />
    <path d="M97 98q-4-5 0-9t0-9M103 98q-4-5 0-9M137 98q-4-5 0-9M143 98q-4-5 0-9t0-9" className="stroke-line-strong" />
  </HeadDrawing>
)
export const LockDrawing = () => (
  <HeadDrawing cable="M0 171.5H30C62 171.5 62 150 62 120C62 60 104 84 104 96M104 96V66A28 28 0 0 1 160 66V96M240 171.5H186C176 171.5 180 150 176 150">
    <rect x="84" y="94" width="96" height="76" rx="12" className="fill-wall" />
    <path d="M132 136V150" />
    <circle cx="132" cy="128" r="9" className="fill-drawing-light" />
  </HeadDrawing>
)
export const RampDrawing = () => (
  <HeadDrawing cable="M0 171.5H240">
    <path d="M16 170L128 132H240M128 132V170" />
    <path d="M160 132V40H212V132Z" className="fill-drawing-light" />
    <path d="M172 88h.1" strokeWidth="6" />
    <path d="M36 122L128 92H146M36 122V162M82 108V147M128 92V132" />
    <path d="M150 40H222L214 22H158Z" className="fill-wall" />
  </HeadDrawing>
)
