import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { countWords } from '../../../shared/text/count-words.ts'
import { wordsIn } from './end-turns.ts'

const { db } = await testDatabase()

test('a turn that its server left has as many words as its server would have counted', async () => {
  for (const text of [
    ...[
      '',
      'One, two — three!',
      'It’s 42 %\n\n- of “it”',
      '你好。世界，hello！',
      '**日本語**のテスト',
      '𠀀𠀁b 😀',
    ],
    ...['สวัสดีชาวโลก ok', 'ພາສາລາວ!!ພາ', '안녕하세요 여러분', '。。。 …'],
  ]) {
    const { rows } = await db.execute<{ words: number }>(sql`select ${wordsIn(sql`${text}::text`)} as words`)
    expect([text, rows[0]?.words]).toEqual([text, countWords(text)])
  }
})
