/** The ground of tokens.css, where a style sheet does not reach: the browser's own frame, and pictures. */
export const ground = { light: '#f6f4ee', dark: '#0c191d' }
export const mark = { pine: '#12493d', paper: '#fffefb', copper: '#f0a560' }
