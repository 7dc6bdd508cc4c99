export const TOOLTIP_ATTRIBUTE = 'data-tooltip'

/** Props that show `text` on hover and keyboard focus (tooltips.tsx). Never the only way to read it. */
export const tooltip = (text: string | undefined) => ({ [TOOLTIP_ATTRIBUTE]: text })
