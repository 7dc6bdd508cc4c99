/** The background colours of tokens.css for places without a stylesheet: browser chrome, manifest and images. */
export const background = { light: '#f6f4ee', dark: '#0c191d' }
export const mark = { pine: '#12493d', paper: '#fffefb', copper: '#f0a560' }
