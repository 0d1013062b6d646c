/**
 * What is no prose: tables, lists and programs, in which the frequent words of English are rare or mean something else.
 * None of it answers a question about the household documents.
 */
const rows = (count: number, row: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => row(index)).join('\n')

const pick = (of: readonly string[], index: number) => of[index % of.length] ?? ''

const wares = [
  'switch on and off',
  'lamp on a stand',
  'pump with a hose',
  'cup and saucer',
  'boat cover',
  'key to the locker',
  'rack for two',
  'bag with a lid',
  'pot and bowl',
  'box of nails',
  'what-not',
  'towel or cloth',
]
const towns = ['Bath', 'Reading', 'Deal', 'Rye', 'Wells', 'Hove', 'Looe', 'Diss']

export const poor: Readonly<Record<string, string>> = {
  'prices.csv': `article;price;on stock;delivery
${rows(300, (index) => `${pick(wares, index)};${3 + ((index * 7) % 90)} crowns;${index % 3 ? 'is' : 'is not'};${pick(['two days', 'one week', 'how long: ask', 'when ready'], index)}`)}`,
  'members.csv': `who,where,when,how many,paid on
${rows(60, (index) => `${pick(['Ann', 'Will', 'May', 'Mark', 'Rose', 'Art'], index)},${pick(towns, index)},${1 + (index % 28)} May,${index % 9},${1 + (index % 12)} April`)}`,
  'settings.csv': `what,is,on,and
water,is on,and,the
light,is off,or,a`,
  'packing-list.txt': `- tent, pegs
- bread, cheese, eggs
- bicycle pump
- towel on top
- what is left: the stove

${rows(80, (index) => `- ${pick(wares, index * 5)} (${index})`)}`,
  'station.txt': `while (is_open(door) && on) {
  for (const train of the.trains) if (train.is_late) pay(train, fare / 2)
  do { wait(10) } while (what !== 'how' || when in which)
  switch (on) { case is: return where[at].to.be }
}

${rows(40, (index) => `function ${pick(['open', 'close', 'pay', 'clean', 'feed', 'turn'], index)}${index}(of, to, at) { return this.is.on ? of.the[at] : to.do(${index}) }`)}`,
}
