/** The buyer's email, where the page asks for it. */
export interface EmailField {
  /** What was entered; null where the page does not ask. */
  entered(): string | null;
  /** Whether it is one; says what is wrong and leads there when it is not. */
  check(): boolean;
}

/** Has the page itself say what is wrong with an email, instead of the browser. */
export function watchEmail(main: HTMLElement): EmailField {
  const input = main.querySelector<HTMLInputElement>('#buyer-email');
  const wrong = main.querySelector<HTMLElement>('#email-wrong');
  if (!input || !wrong) return { entered: () => null, check: () => true };
  const judge = () => {
    const isRight = input.validity.valid && /@[^@]+\.[^.]+$/.test(input.value.trim());
    wrong.hidden = isRight;
    input.setAttribute('aria-invalid', String(!isRight));
    input.setAttribute('aria-describedby', isRight ? 'email-for' : 'email-wrong email-for');
    return isRight;
  };
  const check = () => {
    const isRight = judge();
    if (!isRight) input.focus();
    return isRight;
  };
  input.addEventListener('input', () => {
    if (!wrong.hidden) judge();
  });
  const { form } = input;
  if (form) form.noValidate = true;
  form?.addEventListener('submit', (event) => {
    if (!check()) event.preventDefault();
  });
  return { entered: () => input.value.trim(), check };
}
