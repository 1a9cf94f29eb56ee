// Package webhooks tells a genuine delivery from any other. Copy it; it needs nothing but the standard library.
package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strconv"
	"time"
)

const toleranceSeconds = 300

var form = regexp.MustCompile(`^t=([0-9]{1,12}),v1=([0-9a-f]{64})$`)

// IsGenuine takes the body as it came, before anything has parsed it (io.ReadAll of http.MaxBytesReader), the header
// Service-Signature, the endpoint's secret and the present time.
func IsGenuine(rawBody []byte, header, secret string, now time.Time) bool {
	parts := form.FindStringSubmatch(header)
	// Whoever knows that a secret was left empty could sign with it.
	if secret == "" || parts == nil {
		return false
	}
	sent, err := strconv.ParseInt(parts[1], 10, 64)
	if err != nil {
		return false
	}
	if age := now.Unix() - sent; age > toleranceSeconds || age < -toleranceSeconds {
		return false
	}
	given, err := hex.DecodeString(parts[2])
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(parts[1] + "."))
	mac.Write(rawBody)
	return hmac.Equal(mac.Sum(nil), given)
}
