import { describe, expect, it } from 'vitest';
import { attributes, html, scriptJson, scriptText } from './html.ts';

describe('markup', () => {
  it('escapes every value for text and for quoted attributes', () => {
    const hostile = `</p><script>alert("1")</script>&'`;
    expect(html`<p title="${hostile}">${hostile}</p>`.text).toBe(
      '<p title="&lt;/p&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;">' +
        '&lt;/p&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;</p>',
    );
  });

  it('keeps markup that it made itself, alone and in lists', () => {
    const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
    expect(html`[${items}]`.text).toBe('[<li>a</li><li>&lt;b&gt;</li>]');
  });

  it('leaves nothing for null, undefined and false, and writes numbers', () => {
    expect(html`[${null}${undefined}${false}${0}]`.text).toBe('[0]');
  });

  it('writes attributes, and no value as one', () => {
    expect(html`<input${attributes({ name: 'a"b', size: 4 })} />`.text).toBe(
      '<input name="a&quot;b" size="4" />',
    );
    expect(() => attributes({ 'a onload': 'x' })).toThrow('not the name');
  });

  it('writes JSON that cannot end the script it stands in', () => {
    const value = { said: '</script><!--\u2028' };
    const { text } = scriptJson(value);
    expect(text).not.toMatch(/<|\u2028/);
    expect(JSON.parse(text)).toEqual(value);
  });

  it.each(['a("</Script>")', 'a("<!--")', 'a("<script>")'])(
    'takes no script that would not end where it ends: %s',
    (script) => {
      expect(() => scriptText(script)).toThrow('its own element');
    },
  );
});
