import { FOLDED_TITLE } from '../folded.rules.ts'

/** The signature and quotation of a mail, collapsed at first and not printed. Plain text with its line breaks. */
export const FoldedText = ({ text }: { text: string }) => (
  <details className="max-w-2xl print:hidden">
    <summary className="w-fit cursor-pointer rounded-sm py-1.5 font-medium text-ink-soft text-sm">
      {FOLDED_TITLE}
    </summary>
    <p
      dir="auto"
      className="mt-1 whitespace-pre-wrap border-line-strong border-l-2 pl-3 text-base text-ink-soft [overflow-wrap:anywhere]"
    >
      {text}
    </p>
  </details>
)
