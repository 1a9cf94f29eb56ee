import type { Catalogue } from './catalogue.ts';

export const ja: Catalogue = {
  paying: {
    pay: { title: 'お支払い', heading: 'お支払い方法をお選びください', text: '' },
    confirming: {
      title: 'お支払いを確認中',
      heading: 'まもなく完了します',
      text: 'お支払いを確認しています。数秒かかります。このページを開いたままお待ちください。',
    },
    unknown: {
      title: 'お支払いを照会中',
      heading: 'お支払いの結果を確認しています',
      text: '決済事業者からまだ結果の確認が届いていません。引き続き照会しますので、もう一度お支払いにならないでください。このページを閉じても、結果は {merchant} に通知されます。',
    },
    pending: {
      title: 'お支払いは審査中',
      heading: 'お支払いは審査中です',
      text: 'お支払いは承認済みで、決済事業者が審査しています。しばらく時間がかかることがあります。もう一度お支払いになる必要はありません。このページは閉じてかまいません。審査が終わりしだい {merchant} に通知されます。',
    },
    paid: {
      title: '支払い済み',
      heading: 'お支払いが完了しました',
      text: 'ありがとうございます。{merchant} に {amount} をお支払いいただきました。',
    },
    completed: {
      title: '支払い済み',
      heading: 'この注文は支払い済みです',
      text: '{merchant} は {amount} を受け取りました。ここでの手続きはもうありません。',
    },
    expired: {
      title: '期限切れ',
      heading: 'このお支払いページは期限切れです',
      text: '請求は行われていません。{merchant} に戻り、お支払いをやり直してください。',
    },
    lapsed: {
      title: '期限切れ',
      heading: 'このお支払いページは期限切れです',
      text: 'ここで承認されたお支払いを、{merchant} はまだ受け取っていません。今後受け取られる可能性があるため、もう一度お支払いになる前に {merchant} にお問い合わせください。',
    },
    cannot_pay: {
      title: 'お支払いできません',
      heading: '{merchant} は現在このお支払いを受け付けられません',
      text: '請求は行われていません。{merchant} に問い合わせるか、後でもう一度お試しください。',
    },
    unsupported: {
      title: 'お支払いできません',
      heading: 'この注文はこのページではお支払いいただけません',
      text: '請求は行われていません。別のお支払い方法を {merchant} にお尋ねください。',
    },
  },
  saving: {
    pay: {
      title: 'お支払い方法の保存',
      heading: 'お支払い方法を保存する',
      text: '{merchant} が今後のお支払いのために保存を求めています。今は請求されません。',
    },
    confirming: {
      title: '保存中',
      heading: 'まもなく完了します',
      text: 'お支払い方法を保存しています。数秒かかります。このページを開いたままお待ちください。',
    },
    unknown: {
      title: '照会中',
      heading: '保存の結果を確認しています',
      text: '決済事業者からまだ確認が届いていません。引き続き照会します。請求は行われません。このページを閉じても、結果は {merchant} に通知されます。',
    },
    pending: {
      title: '審査中',
      heading: '決済事業者が審査しています',
      text: '請求は行われません。このページは閉じてかまいません。審査が終わりしだい {merchant} に通知されます。',
    },
    paid: {
      title: '保存済み',
      heading: 'お支払い方法を保存しました',
      text: 'ありがとうございます。{merchant} は今後のお支払いに使用できます。請求は行われていません。',
    },
    completed: {
      title: '保存済み',
      heading: 'お支払い方法は保存済みです',
      text: '{merchant} は今後のお支払いに使用できます。ここでの手続きはもうありません。',
    },
    expired: {
      title: '期限切れ',
      heading: 'このページは期限切れです',
      text: '何も保存されていません。{merchant} に戻り、やり直してください。',
    },
    cannot_pay: {
      title: '保存できません',
      heading: '{merchant} は現在、お支払い方法を保存できません',
      text: '保存も請求も行われていません。{merchant} に問い合わせるか、後でもう一度お試しください。',
    },
    unsupported: {
      title: '保存できません',
      heading: 'このページではお支払い方法を保存できません',
      text: '保存も請求も行われていません。別の方法を {merchant} にお尋ねください。',
    },
  },
  no_way_back: {
    paying: '請求は行われていません。新しいお支払い用リンクを {merchant} に依頼してください。',
    saving: '何も保存されていません。新しいリンクを {merchant} に依頼してください。',
  },
  notices: {
    canceled: 'お支払いの前に中断されました。請求は行われていません。',
    declined: 'お支払いは承認されず、請求は行われていません。別のお支払い方法をお選びください。',
    not_completed: 'お支払いは完了せず、請求は行われていません。もう一度お試しください。',
    rate_limited: 'お使いのネットワークからの試行が多すぎます。1 分待ってから、もう一度お試しください。',
    unreachable:
      '決済事業者に接続できませんでした。請求は行われていません。しばらくしてからもう一度お試しください。',
    no_connection: 'オフラインです。請求は行われていません。接続が戻りしだい、もう一度お試しください。',
    script_failed:
      '決済事業者のボタンを読み込めませんでした。コンテンツブロッカーまたは不安定な接続が原因かもしれません。もう一度試すか、決済事業者のページで続けてください。',
    window_open:
      '開いたウィンドウでお支払いを完了してください。ウィンドウが見えない場合は、ボタンの下の方法をお使いください。',
    expiring:
      'このページはあと 2 分足らずで期限が切れます。その後は、ショップが新しいお支払いを始めることができます。',
  },
  saving_notices: {
    canceled: '保存の前に中断されました。',
    declined: '決済事業者がこのお支払い方法を承認せず、何も保存されていません。別の方法をお選びください。',
    not_completed: '完了せず、何も保存されていません。もう一度お試しください。',
    unreachable: '決済事業者に接続できず、何も保存されていません。しばらくしてからもう一度お試しください。',
    no_connection: 'オフラインのため、何も保存されていません。接続が戻りしだい、もう一度お試しください。',
    window_open: '開いたウィンドウで完了してください。',
    expiring:
      'このページはあと 2 分足らずで期限が切れます。その後は、ショップがもう一度始めることができます。',
  },
  notice_titles: {
    canceled: '中断',
    declined: '承認されませんでした',
    not_completed: '未完了',
    window_open: '承認待ち',
  },
  offline: 'オフラインです。接続が戻りしだい、このページは自動的に続行します。',
  summary: {
    pay: '{merchant} へのお支払い',
    save: '{merchant} のためのお支払い方法の保存',
    payment_to: '{merchant} へのお支払い',
    payment: 'お支払い',
    amount: '金額',
    shipping: '送料',
    free: '無料',
    test: 'テスト環境',
    test_means: '実際のお金は動きません',
    usable_until: 'このページは {time} まで利用できます。',
    secured_by: '{service} が保護しています',
    items: { other: '{count} 点の商品' },
  },
  actions: {
    check_again: 'もう一度確認する',
    load_again: 'ボタンを再読み込みする',
    loading: 'お支払い方法を読み込んでいます…',
    other_ways: 'その他のお支払い方法',
    continue_to_pay: '{amount} の支払いに進む',
    continue_to_provider: '決済事業者に進む',
    pay_at_provider: '決済事業者のページで支払う',
    confirm_payment: '{amount} の支払いを確定する',
    confirm_saving: 'このお支払い方法を保存する',
    cancel: 'キャンセルして {merchant} に戻る',
    continue_to_shop: '{merchant} に進む',
    return_to_shop: '{merchant} に戻る',
    print: 'お支払いの控えを印刷する',
  },
  hints: {
    asks_by_itself: 'このページは数秒ごとに自動で照会します。',
    approve_payment: '決済事業者のページでお支払いを承認すると、ここに戻ります。',
    approve_saving: '決済事業者のページで承認すると、ここに戻ります。',
    no_window: 'ウィンドウが開かない場合は、そちらでお支払いを承認してください。その後ここに戻ります。',
    not_charged_yet: 'お支払いは承認済みです。ここで確定するまで請求されません。',
    not_saved_yet: '承認済みです。ここで確定するまで保存されません。',
    may_close: 'このページは閉じてかまいません。',
    goes_on: 'まもなく自動的に移動します。',
  },
  receipt: { heading: 'お支払いの控え', paid_on: '支払い日時', reference: '支払い番号', order: '注文' },
  email: {
    label: 'メールアドレス',
    what_for: 'この注文について {merchant} から連絡することがあります。',
    wrong: 'name@example.com のように、メールアドレスを最後まで入力してください。',
  },
  card: {
    form: 'カードで支払う',
    number: 'カード番号',
    expiry: '有効期限（MM/YY）',
    code: 'セキュリティコード',
    pay: '{amount} を支払う',
    checkNumber: 'カード番号をご確認ください。',
    checkExpiry: '有効期限をご確認ください。',
    checkCode: 'セキュリティコードをご確認ください。',
    checkName: 'カードに記載のお名前をご確認ください。',
    notAccepted: 'この種類のカードはここではご利用いただけません。',
    enterAgain: 'ページを再読み込みして、もう一度カード情報を入力してください。',
    declined: 'カードは承認されず、請求は行われていません。別のカードをお試しください。',
    not_saved: 'カードは承認されず、何も保存されていません。別のカードをお試しください。',
    failed: 'カードの入力欄を読み込めませんでした。もう一度お試しください。',
    load_again: 'カードの入力欄を再読み込み',
    needs_script: 'カードの入力欄には JavaScript が必要ですが、このブラウザでは無効になっています。',
  },
  problems: {
    not_found: {
      heading: 'このお支払いが見つかりません',
      text: 'リンクが不完全かもしれません。リンクのあった場所からもう一度開くか、ショップに新しいリンクを依頼してください。',
    },
    too_many: {
      heading: 'アクセスが多すぎます',
      text: 'お使いのネットワークからのアクセスが多すぎます。1 分待ってから、このページを再読み込みしてください。',
    },
    unavailable: { heading: 'ただいま応答できません', text: '1 分後にもう一度お試しください。' },
    failed: {
      heading: '問題が発生しました',
      text: '当方の不具合です。もう一度お試しください。続く場合は、サポートにこの番号をお伝えください：{number}',
    },
    refused: { heading: '処理できませんでした', text: '前のページに戻り、もう一度お試しください。' },
  },
};
