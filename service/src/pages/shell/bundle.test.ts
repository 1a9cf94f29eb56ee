import { expect, it } from 'vitest';
import { bundle } from './bundle.ts';

const valueOf = (files: Record<string, string>): unknown => {
  const script = bundle('a/first.js', (name) => {
    const text = files[name];
    if (text === undefined) throw new Error(`there is no ${name}`);
    return text;
  });
  const heard: unknown[] = [];
  // What a browser does with it, and nothing else: the text is of this test.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  new Function('hear', script)((value: unknown) => heard.push(value));
  return heard;
};

it('each module runs once, after what it imports, and what two call alike stays apart', () => {
  const files = {
    'a/first.js':
      "import { twice as double, NAME } from './second.js';\nimport {\n  NAME as other,\n} from '../b/third.js';\nhear(['first', NAME, other, double(4)]);\n",
    'a/second.js':
      "import { NAME as own } from '../b/third.js';\nexport const NAME = `second of ${own}`;\nexport function twice(n) {\n  return n * 2;\n}\nhear('second');\n",
    'b/third.js': "export const NAME = 'third';\nexport async function unused() {}\nhear('third');\n",
  };
  expect(valueOf(files)).toEqual(['third', 'second', ['first', 'second of third', 'third', 8]]);
});

it.each([
  "import './side.js';",
  "import all from './b.js';",
  "import * as all from './b.js';",
  "export { a } from './b.js';",
  'export default 1;',
  'export let moved = 1;',
  'export class A {}',
])('%s is refused, and not left for a browser to trip over', (line) => {
  expect(() => valueOf({ 'a/first.js': `${line}\n`, 'a/b.js': '' })).toThrow(
    /a\/first\.js: .* cannot be bundled/,
  );
});

it('modules that import one another in a circle are refused', () => {
  const files = {
    'a/first.js': "import { b } from './b.js';\nexport const a = b;\n",
    'a/b.js': "import { a } from './first.js';\nexport const b = a;\n",
  };
  expect(() => valueOf(files)).toThrow('imports itself');
});
