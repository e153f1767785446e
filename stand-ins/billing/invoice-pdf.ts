import { day, money } from './money-and-dates.ts'
import type { Invoice } from './stripe-objects.ts'

/** Encodes text as a PDF string. Characters that the standard fonts lack become question marks. */
function pdfString(text: string): string {
  return `(${text.replace(/[^\x20-\x7e\xa0-\xff]/g, '?').replace(/[\\()]/g, '\\$&')})`
}

function linesOf(invoice: Invoice): string[] {
  const { customer_address: at } = invoice
  const place = at
    ? [at.line1, at.line2, [at.postal_code, at.city].filter(Boolean).join(' '), at.country]
    : []
  return [
    `Invoice ${invoice.number}`,
    `Date: ${day(invoice.created)}`,
    `Status: ${invoice.status}`,
    '',
    invoice.customer_name ?? '',
    invoice.customer_email ?? '',
    ...place.map((line) => line ?? ''),
    '',
    ...invoice.lines.data.map(
      ({ description, amount, period }) =>
        `${description} (${day(period.start)} - ${day(period.end)}): ${money(amount)}`,
    ),
    '',
    `Total: ${money(invoice.total)}`,
    `Paid: ${money(invoice.amount_paid)}`,
    `Due: ${money(invoice.amount_remaining)}`,
  ].filter((line, at, all) => line !== '' || all[at - 1] !== '')
}

/** Renders the invoice as a single-page PDF. */
export function invoicePdf(invoice: Invoice): Buffer {
  const text = linesOf(invoice).map((line) => `${pdfString(line)} Tj T*`)
  const content = `BT /F1 12 Tf 18 TL 72 770 Td\n${text.join('\n')}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(
    `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`,
    'latin1',
  )
}
