/** Says to those who hear the page that something is under way; React Aria's own way leaves nameless pictures behind. */
export const BusyStatus = ({ text }: { text: string }) => (
  <span role="status" className="sr-only">
    {text}
  </span>
)
