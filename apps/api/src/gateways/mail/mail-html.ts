/**
 * The HTML of a mail. Mail programs drop scripts, remote images and most of CSS, so the logo is text and every style that
 * matters is inline. The style sheet only adds dark colors, for programs that understand it.
 */
export interface MailParts {
  subject: string
  /** Paragraphs, each one line. */
  paragraphs: readonly string[]
  /** The button, after the paragraphs. */
  action?: { label: string; url: string }
  /** Paragraphs after the button that most readers can skip. */
  smallPrint?: readonly string[]
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

const darkStyles = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#14171c!important}
.card{background:#1d2127!important;border-color:#343b46!important;color:#e6e9ee!important}
.soft{color:#a3acb9!important}
.rule{border-color:#343b46!important}
}`

const paragraph = (text: string, style = '', name = '') =>
  `<p${name && ` class="${name}"`} style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`

const logo = (productName: string) => {
  const [initial = ''] = productName.trim()
  const mark = `<span style="display:inline-block;width:28px;height:28px;margin-right:10px;border-radius:7px;background:#1f5bd6;color:#ffffff;font-weight:700;line-height:28px;text-align:center" aria-hidden="true">${escapeHtml(initial.toUpperCase())}</span>`
  return `<p style="margin:0 0 24px;font-size:16px;font-weight:600;line-height:28px">${mark}${escapeHtml(productName)}</p>`
}

const button = ({ label, url }: NonNullable<MailParts['action']>) =>
  `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1f5bd6;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`

export function mailHtml(content: MailParts, productName: string, footer: string): string {
  const { subject, paragraphs, action, smallPrint = [] } = content
  const small = 'font-size:13px;color:#6b7482;'
  const body = [
    logo(productName),
    ...paragraphs.map((text) => paragraph(text)),
    action ? button(action) : '',
    ...smallPrint.map((text) => paragraph(text, small, 'soft')),
    `<p class="soft rule" style="margin:24px 0 0;padding-top:16px;border-top:1px solid #dfe3e9;${small}">${escapeHtml(footer)}</p>`,
  ].join('\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkStyles}</style>
</head>
<body class="page" style="margin:0;padding:24px 12px;background:#f3f4f7">
<div class="card" style="box-sizing:border-box;max-width:560px;margin:0 auto;padding:28px;border:1px solid #dfe3e9;border-radius:12px;background:#ffffff;color:#232831;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;font-size:15px;line-height:1.5;overflow-wrap:anywhere">
${body}
</div>
</body>
</html>
`
}
