/** Unicode's `EquivalentUnifiedIdeograph` of U+2E80 to U+2EF3; two code points without one stand for themselves. */
const radicals = [
  ...('⺀厂乛乚乙亻冂𠘨刀刂卜㔾小小兀尣尢𡯂巳幺彑𫜹忄心扌攵⺚旡日月歺母民氵氺灬爫爫丬牛犭王𤴔目示礻𥫗糹纟罓罒㓁冗𦉫羊𦍌𦍋耂' +
    '肀聿肉𦥑艹艹艹虎衤覀西见角𧢲讠贝𧾷车辶辶辶邑钅長镸长门𨸏阝雨青韦页风飞食𩙿飠饣𩠐马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀龟'),
]

/** Drawn with the glyph of its ideograph: a PDF may say either for it. */
const radical = /[\u2e80-\u2ef3]/g

/** Latin and Armenian ligatures, Hebrew and Arabic forms, Kangxi radicals, compatible ideographs. */
const shapes = /[\u2f00-\u2fd5\uf900-\ufaff\ufb00-\ufdfb\ufe70-\ufefc]|[\u{2f800}-\u{2fa1d}]/gu

/** An Arabic mark that stands alone is drawn above it. */
const carrier = /^[ \u0640](?=[\u064b-\u0652\u0670])/

/**
 * Writes letters as a person types them: a PDF may name a glyph by its shape in a word or by a radical, and the word
 * would not be found. Superscripts, fractions, wide forms and signs such as ℃ mean more than plain characters and stay;
 * the index folds them.
 */
export function plainLetters(text: string): string {
  return text
    .replaceAll(shapes, (shape) => shape.normalize('NFKC').replace(carrier, ''))
    .replaceAll(radical, (sign) => radicals[sign.charCodeAt(0) - 0x2e80] ?? sign)
}
