interface Script {
  src: string;
  limitMs: number;
  nonce?: string;
  integrity?: string;
  data?: Readonly<Record<string, string>>;
}

/** Adds a script to the page and waits until it has run. One that fails, or takes too long, is taken away again. */
export function insertScript({ src, limitMs, nonce, integrity, data }: Script): Promise<void> {
  const script = document.createElement('script');
  script.src = src;
  script.async = true;
  if (nonce) script.nonce = nonce;
  if (integrity) {
    script.integrity = integrity;
    script.crossOrigin = 'anonymous';
  }
  Object.assign(script.dataset, data);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail('took too long'), limitMs);
    const fail = (how: string) => {
      clearTimeout(timer);
      script.remove();
      reject(new Error(`${new URL(src).origin}: the script ${how}`));
    };
    script.onload = () => {
      clearTimeout(timer);
      resolve();
    };
    script.onerror = () => fail('did not load');
    document.head.append(script);
  });
}
