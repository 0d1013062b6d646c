import { expect, test } from 'vitest'
import { encodeAs } from '../../../../../test/documents/encode-as.ts'
import { decodeHtml, decodeRoughly, decodeText, findEncoding } from './decode-text.ts'

const russian = 'Договор аренды: плата вносится до пятого числа.'

test.each([
  ['windows-1251', 'Имя;Город\nИван;Москва\nПётр;Казань\n'],
  ['windows-1251', 'Київ і Львів — це міста.'],
  ['koi8-r', russian],
  ['ibm866', russian],
  ['shift_jis', '名前,年齢\n田中,30\n鈴木,41\n'],
  ['euc-jp', '支払いは毎月末日までに行うものとする。'],
  ['gb18030', '姓名,年龄\n王伟,30\n李娜,28\n'],
  ['big5', '姓名,年齡\n王偉,30\n李娜,28\n'],
  ['euc-kr', '이름,나이\n김철수,30\n'],
  ['windows-1253', 'Όνομα;Πόλη\nΓιώργος;Αθήνα\n'],
  ['windows-1254', 'Şişli, İstanbul’da güneşli bir gün'],
  ['windows-1255', 'שם,גיל\nדוד,30\nשרה,25\n'],
  ['windows-1256', 'شروط الخدمة سارية من اليوم.'],
  ['windows-1250', 'Imię;Miasto\nŁukasz;Łódź\nBożena;Kraków\n'],
  ['windows-1257', 'Žmogus ir šuo, ačiū už viską'],
  ['windows-1252', 'Größe: 20×30 cm²; Preis: 5 € – „günstig“'],
  ['windows-1252', 'Perché no? È così. Città più bella.'],
  ['windows-1252', 'À bientôt, José'],
  ['windows-1252', '§ 5 Abs. 2'],
])('a text in %s that does not say so is read by its letters: %j', async (encoding, text) => {
  const bytes = encodeAs(encoding, text)
  expect(await decodeText(bytes)).toBe(text)
  expect(decodeRoughly(bytes)).not.toBeNull()
})

test('a guess is told, but for the most usual encoding where none is likelier', async () => {
  const noteOf = async (encoding: string, text: string) =>
    (await findEncoding(encodeAs(encoding, text)))?.note
  expect(await noteOf('windows-1251', russian)).toContain('read as windows-1251. If words look wrong')
  expect(await noteOf('windows-1252', 'Perché no? È così.')).toContain(
    'read as windows-1252. If words look wrong',
  )
  expect(await noteOf('windows-1252', 'Größe: 5 € – „günstig“, für alle')).toBeUndefined()
})

test('letters far behind a beginning of ASCII alone, and a sample that ends within one, are found', async () => {
  const rows = '1,王伟,杭州市西湖区\n2,李娜,北京市朝阳区\n3,张敏,付款期限为五日\n4,刘洋,合同由双方签订\n'
  const text = `${'id,name\n'.repeat(40_000)}${rows.repeat(5_000)}`
  const read = await decodeText(encodeAs('gb18030', text))
  expect(read === text).toBe(true)
})

test('UTF-8 and what names itself are read as they say, without a note', async () => {
  expect(await findEncoding(Buffer.from(russian))).toEqual({ encoding: 'utf-8' })
  expect(await decodeText(Buffer.from(russian))).toBe(russian)
  expect(await decodeText(Buffer.from(`\ufeff${russian}`))).toBe(russian)
  expect(await decodeText(Buffer.from(`\ufeff${russian}`, 'utf16le'))).toBe(russian)
  const greeting = Buffer.from('\u001b$B$3$s$K$A$O\u001b(B, hello')
  expect(await decodeText(greeting)).toBe('こんにちは, hello')
  expect(decodeRoughly(greeting)).toBe('こんにちは, hello')
})

test('what is said of a text counts where it can be so', async () => {
  const name = encodeAs('iso-8859-7', 'Άννα')
  expect(await decodeText(name, 'iso-8859-7')).toBe('Άννα')
  expect(await decodeText(Buffer.from('Άννα'), 'iso-8859-7')).toBe('Άννα')
  expect(await decodeText(Buffer.from('hello', 'utf16le'), 'UTF-16LE')).toBe('hello')
  const unknown = encodeAs('windows-1251', russian)
  expect(await decodeText(unknown, 'x-unknown')).toBe(russian)
  expect(await decodeText(unknown, 'utf-8')).toBe(russian)
})

test.each([
  '<?xml version="1.0" encoding="koi8-r"?><p>да</p>',
  '<meta charset=koi8-r><p>да</p>',
  '<meta http-equiv="content-type" content="text/html; charset=koi8-r"><p>да</p>',
])('a page names its encoding: %s', async (page) => {
  expect(await decodeHtml(encodeAs('koi8-r', page))).toBe(page)
  expect(await decodeHtml(encodeAs('koi8-r', page), 'utf-8')).toBe(page)
})

test.each(['<?xml version="1.0" encoding="UTF-16"?><p>да</p>', '<meta charset=utf-16le><p>да</p>'])(
  'a page that can be read by single bytes is not in UTF-16, whatever it says: %s',
  async (page) => {
    // UTF-16 has pairs of bytes.
    for (const said of [page, `${page} `]) expect(await decodeHtml(Buffer.from(said))).toBe(said)
  },
)

test('UTF-8 that is damaged in places stays UTF-8, and its owner is told', async () => {
  const part = Buffer.from(russian.repeat(3))
  const damaged = Buffer.concat([part, Buffer.from([0xe9]), part])
  expect(await decodeText(damaged)).toBe(`${russian.repeat(3)}\ufffd${russian.repeat(3)}`)
  expect(await findEncoding(damaged)).toEqual({
    encoding: 'utf-8',
    note: 'One character is damaged and could not be read.',
  })
})

test('bytes that no text has are none', async () => {
  const bytes = Buffer.from([0, 1, 2, 0xff, 0xc0])
  expect(await decodeText(bytes)).toBeNull()
  expect(decodeRoughly(bytes)).toBeNull()
})
